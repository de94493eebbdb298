"""The web table: any game in the browser, alone, against the machine or a friend far away, with secrets kept.

It needs what the extra `lusory[serve]` brings. `lusory serve` starts it.
"""
