"""The gdb commands for kernels."""

import sys

import gdb

import engine
import focus


def index(text):
    """2 or 2,0,0."""
    parts = text.split(",")
    if len(parts) > 3 or not all(part.isdigit() for part in parts):
        raise gdb.GdbError(f"'{text}' is not an index: write 5 or 5,0,0")
    return tuple(int(part) for part in parts) + (0,) * (3 - len(parts))


def has_ended():
    return gdb.selected_inferior().pid == 0


def run_until_stop(command):
    said = gdb.execute(command, to_string=True)
    if has_ended():
        return
    if focus.wish is not None or engine.here() is None:  # something else stopped it
        gdb.write(said)
        return
    engine.innermost().select()  # the end of an intrinsic may still have to run
    gdb.write(focus.banner() + "\n")
    gdb.execute("with print frame-info source-line -- frame")


def why_not(wish):
    """What to say when the program ended before it reached the thread."""
    kernels = [launch for launch in focus.launches if wish.kernel in (None, launch.kernel)]
    seen = ", ".join(dict.fromkeys(map(str, kernels or focus.launches)))
    if not focus.launches:
        return "the program has launched no kernel"
    if not kernels:
        return f"no kernel {wish.kernel} was launched; there were {seen}"
    return f"no launch has {wish}; there were {seen}"


class Start(gdb.Command):
    """Run the program to the first statement of a CUDA thread: lockstep-start BLOCK THREAD [KERNEL]."""

    def __init__(self):
        super().__init__("lockstep-start", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        wish = await_thread(argument, silent=True)
        run_until_stop("run")
        if not has_ended():
            return
        status = int(gdb.convenience_variable("_exitcode") or 0)
        if status == 0 or focus.launches:
            sys.stderr.write(f"lockstep: {why_not(wish)}\n")
            status = 2
        gdb.execute(f"quit {status}")


class Await(gdb.Command):
    """Make the next run stop at the first statement of a CUDA thread: lockstep-await BLOCK THREAD [KERNEL]."""

    def __init__(self):
        super().__init__("lockstep-await", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        await_thread(argument, silent=False)


def await_thread(argument, silent):
    words = gdb.string_to_argv(argument)
    if len(words) not in (2, 3):
        raise gdb.GdbError("usage: lockstep-start BLOCK THREAD [KERNEL]")
    focus.launches.clear()
    focus.wish = focus.Wish(words[2] if len(words) == 3 else None, index(words[0]), index(words[1]), silent)
    return focus.wish


class Thread(gdb.Command):
    """Continue to another CUDA thread: lockstep-thread [BLOCK] THREAD, such as lockstep-thread 2,0,0 5.
    It stops at the thread's first statement, or after the call in which the thread waited."""

    def __init__(self):
        super().__init__("lockstep-thread", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        here = current()
        words = gdb.string_to_argv(argument)
        if len(words) not in (1, 2):
            raise gdb.GdbError("usage: lockstep-thread [BLOCK] THREAD, such as lockstep-thread 2,0,0 5")
        thread = index(words[-1])
        block = index(words[0]) if len(words) == 2 else here.block
        self.refuse(here, block, thread)
        focus.wish = focus.Wish(None, block, thread, silent=True)
        focus.ask_for(block, thread)
        run_until_stop("continue")

    @staticmethod
    def refuse(here, block, thread):
        which = f"block {engine.text(block)} thread {engine.text(thread)}"
        if (block, thread) == here.key():
            raise gdb.GdbError(f"you are already at {which}")
        if not here.launch.has(block, thread):
            raise gdb.GdbError(f"{here.launch} has no {which}")
        record = here.resident(block)
        begun = here.launch.has_begun(block) if record is None else None
        if begun or record is not None and engine.state_of(record, here.launch.rank(thread), here.rank)[0] == "has ended":
            raise gdb.GdbError(f"{which} has ended")


class Info(gdb.Command):
    """The lanes of this thread's warp: where each is, and what it waits for."""

    def __init__(self):
        super().__init__("info lockstep-threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        here = current()
        first = here.rank // engine.LANES * engine.LANES
        last = min(first + engine.LANES, int(here.block_record["threads_total"]))
        gdb.write(f"{here.launch} block {engine.text(here.block)}, warp {first // engine.LANES}: threads {first} to {last - 1}\n")
        for lanes, what in runs(here, range(first, last)):
            mark = "*" if here.rank in lanes else " "
            which = f"{lanes[0] - first}-{lanes[-1] - first}" if len(lanes) > 1 else str(lanes[0] - first)
            gdb.write(f"{mark} lanes {which:<6} {what}\n" if len(lanes) > 1 else f"{mark} lane  {which:<6} {what}\n")


def runs(here, ranks):
    """Neighbouring lanes that do the same, as one line."""
    groups = []
    for rank in ranks:
        state, where = engine.state_of(here.block_record, rank, here.rank)
        if rank == here.rank:
            where = engine.line()
        what = f"{where:<24} {state}".rstrip()
        if groups and groups[-1][1] == what:
            groups[-1][0].append(rank)
        else:
            groups.append(([rank], what))
    return groups


def current():
    here = engine.here()
    if here is None:
        raise gdb.GdbError("no kernel is running here: lockstep-start BLOCK THREAD [KERNEL] goes to one of its threads")
    return here


for command in (Start, Await, Thread, Info):
    command()
