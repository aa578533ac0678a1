"""What holds for all tests and benches."""

import signal

# Processes that the tests start and interrupt take over whether Ctrl-C is ignored, as it is where
# the tests themselves run in the background of a script.
signal.signal(signal.SIGINT, signal.default_int_handler)
