"""Stops where a CUDA thread begins, or where it goes on, ignoring all others."""

import gdb

import engine


class Wish:
    """What is waited for: a thread of the first launch that has it. Silent where a command reports the arrival; editors need gdb to."""

    def __init__(self, kernel, block, thread, silent):
        self.kernel, self.block, self.thread, self.silent = kernel, block, thread, silent

    def fits(self, launch):
        return self.kernel in (None, launch.kernel) and launch.has(self.block, self.thread)

    def __str__(self):
        return f"block {engine.text(self.block)} thread {engine.text(self.thread)}"


wish = None
launches = []  # those that began since the program started
shown = None  # the thread that was last shown


def ask_for(block, thread):
    for name, index in (("block", block), ("thread", thread)):
        for axis, value in zip("xyz", index):
            gdb.execute(f"set var lockstep_focus.{name}.{axis} = {value}", to_string=True)
    gdb.execute("set var lockstep_focus.asked = 1", to_string=True)


class GridBegins(gdb.Breakpoint):
    def __init__(self):
        super().__init__("lockstep_grid_begins", internal=True)
        self.silent = True

    def stop(self):
        launch = engine.Launch(gdb.newest_frame().read_var("grid"))
        launches.append(launch)
        if wish is not None and wish.fits(launch):
            ask_for(wish.block, wish.thread)
        return False


class TurnOfFocus(gdb.Breakpoint):
    def __init__(self):
        super().__init__("lockstep_turn_of_focus", internal=True)
        self.silent = True

    def stop(self):
        global wish
        gdb.execute("set var lockstep_focus.asked = 0", to_string=True)
        frame = engine.innermost()
        place = f"*{frame.pc():#x}" if frame is not None else engine.here().launch.first_statement()
        Arrival(place, wish.silent)
        wish = None
        return False


class Arrival(gdb.Breakpoint):
    """In the kernel: at its first statement, or after the call in which the thread waited."""

    def __init__(self, place, silent):
        super().__init__(place, internal=True, temporary=True)
        self.silent = silent
        self.wanted = engine.here().key()

    def stop(self):
        return engine.here().key() == self.wanted


def banner():
    """Where we are: "reduce<<<16, 256>>> block (2,0,0) thread (5,0,0) v3.cu:21"; None in host code."""
    global shown
    here = engine.here()
    if here is None:
        return None
    shown = here.key()
    return f"{here} {engine.line()}".rstrip()


def speak_of_another_thread(event):
    here = engine.here()
    if here is None:
        return
    if engine.innermost() is None and type(event) is gdb.StopEvent:
        gdb.write(f"{here} has ended\n")
    elif here.key() != shown:
        gdb.write(banner() + "\n")


gdb.events.stop.connect(speak_of_another_thread)
GridBegins()
TurnOfFocus()
