"""What runs, read from the simulator's memory. (common/sim/engine/running/)"""

import os

import gdb

LANES = 32


def worker():
    """The one that runs on the selected OS thread; None in host code."""
    if gdb.selected_inferior().pid == 0:
        return None
    try:
        here = gdb.parse_and_eval("*(lockstep::sim::Worker**)&'lockstep::sim::current_worker'")
    except gdb.error:  # not a program of the simulator, or one that has not started
        return None
    return here.dereference() if int(here) != 0 and int(here["current_"]) != 0 else None


def triple(value):
    return tuple(int(value[name]) for name in "xyz")


def elements(vector):
    begin, end = vector["_M_impl"]["_M_start"], vector["_M_impl"]["_M_finish"]
    return [begin[i] for i in range(int(end - begin))]


def owned(unique_ptr):
    target = unique_ptr.type.strip_typedefs().template_argument(0)
    return unique_ptr.address.cast(target.pointer().pointer()).dereference().dereference()


def text(index):
    return "({},{},{})".format(*index)


def extent(size):
    """256, or (16,16), as launches are written."""
    while len(size) > 1 and size[-1] == 1:
        size = size[:-1]
    return str(size[0]) if len(size) == 1 else "({})".format(",".join(map(str, size)))


class Launch:
    def __init__(self, grid):
        request = grid["request"]
        self.kernel = request["kernel"]["traits"]["name"].string()
        self.closure = request["kernel"]["type_name"].string()
        self.grid, self.block = triple(request["grid"]), triple(request["block"])
        self.cluster = triple(request["cluster"])
        self.dynamic_bytes = int(request["dynamic_shared"])
        self.begun = int(grid["next_cluster"]["_M_i"])

    def __str__(self):
        return f"{self.kernel}<<<{extent(self.grid)}, {extent(self.block)}>>>"

    def has(self, block, thread):
        return all(i < n for i, n in zip(block + thread, self.grid + self.block))

    def rank(self, thread):
        return thread[0] + self.block[0] * (thread[1] + self.block[1] * thread[2])

    def has_begun(self, block):
        """Blocks begin in the order of their numbers, a cluster at a time."""
        x, y, z = (i // n for i, n in zip(block, self.cluster))
        columns, rows = self.grid[0] // self.cluster[0], self.grid[1] // self.cluster[1]
        return x + columns * (y + rows * z) < self.begun

    def first_statement(self):
        """Where a breakpoint on it goes. The kernel's body is its closure's operator()."""
        scope, local = self.closure.lstrip("*").rsplit("EUlvE", 1)
        body = f"_Z{scope}ENUlvE{local}clEv"
        entry = int(gdb.parse_and_eval(f"(long)&{body}"))
        head, end = gdb.find_pc_line(entry), gdb.block_for_pc(entry).end
        lines = head.symtab.linetable() if head.symtab is not None else []
        behind = [each.pc for each in lines if entry < each.pc < end and each.line > head.line]
        return f"*{min(behind):#x}" if behind else body


class Here:
    """The CUDA thread that the selected OS thread runs."""

    def __init__(self, worker):
        thread = worker["current_"].dereference()
        self.worker = worker
        self.block_record = thread["block"].dereference()
        self.launch = Launch(worker["grid_"].dereference())
        self.block, self.thread = triple(self.block_record["index"]), triple(thread["index"])
        self.rank = int(thread["rank"])

    def __str__(self):
        return f"{self.launch} block {text(self.block)} thread {text(self.thread)}"

    def key(self):
        return self.block, self.thread

    def resident(self, block):
        """The record of a block that has begun and not ended; otherwise None."""
        for cluster in elements(self.worker["resident_"]):
            for each in elements(owned(cluster)["blocks"]):
                if triple(owned(each)["index"]) == block:
                    return owned(each)
        return None


def here():
    found = worker()
    return Here(found) if found is not None else None


def state_of(block, rank, running):
    """(what it does, where), for a thread of a resident block."""
    order = [int(each) for each in elements(block["order"])]
    place = order.index(rank) if order else rank
    if place >= int(block["next_fresh"]):
        return "has not begun", ""
    if rank == running:
        return "runs", ""
    thread = elements(block["threads"])[rank]
    wait = str(thread["wait"]).rsplit("::", 1)[-1]
    if wait == "block_barrier" and thread.address not in elements(block["barrier"]["waiting"]):
        wait = "ready"  # a barrier that opens leaves the records as they are
    if wait == "exited":
        return "has ended", ""
    site = thread["site"]["_M_impl"]
    place = f"{os.path.basename(site['_M_file_name'].string())}:{int(site['_M_line'])}" if int(site) != 0 else ""
    name = thread["name"].string() if int(thread["name"]) != 0 else "another thread"
    return (f"ready to continue after {name}" if wait == "ready" else f"waits at {name}"), place


def is_simulators(path):
    return "/common/sim/" in path or path.startswith("/usr/include/")


def place(frame):
    """Its symbol table and line, where it is the student's code; otherwise None."""
    sal = frame.find_sal() if frame.is_valid() else None
    if sal is None or sal.symtab is None or sal.line == 0 or is_simulators(sal.symtab.fullname()):
        return None
    return sal


def line():
    """v3.cu:21, of that frame; empty where there is none."""
    frame = innermost()
    if frame is None:
        return ""
    sal = place(frame)
    return f"{os.path.basename(sal.symtab.filename)}:{sal.line}"


def innermost():
    """The student's innermost frame of this thread; None where it has none."""
    frame = gdb.newest_frame()
    while frame is not None and place(frame) is None:
        frame = frame.older()
    return frame
