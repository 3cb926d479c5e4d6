"""For gdb in kernels: gdb -x common/sim/gdb/lockstep.py PROGRAM. `./lockstep debug` and VS Code's launches read it."""

import os
import sys

import gdb

sys.dont_write_bytecode = True  # the course's folder holds what its authors wrote
sys.path.insert(0, os.path.dirname(os.path.abspath((lambda: 0).__code__.co_filename)))

import commands  # noqa: F401, E402
import focus  # noqa: F401, E402
import frames  # noqa: F401, E402
import printers  # noqa: F401, E402

# The compiler's calls at each access lead into the simulator, and are stepped over, as its intrinsics are. A thread that waits for you is
# not asked where it is. And blocks run one after the other, so that while you step through one no other goes on.
SETTINGS = """
set environment LOCKSTEP_PATIENCE 0
set environment LOCKSTEP_WORKERS 1
handle SIG61 SIG62 nostop noprint pass
skip -rfu ^__(tsan|sanitizer)_
skip -rfu ^(std|lockstep::sim)::
set confirm off
set print thread-events off
set print inferior-events off
"""

for line in SETTINGS.strip().splitlines():
    gdb.execute(line, to_string=True)

for folder, _, _ in os.walk(os.path.join(sys.path[0], os.pardir, "include")):
    gdb.execute(f"skip -gfi '{os.path.realpath(folder)}/*'", to_string=True)

try:
    gdb.execute("set debuginfod enabled off")  # it would ask a question
except gdb.error:
    pass  # a gdb without this setting
