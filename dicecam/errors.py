"""Every error dicecam raises on purpose.

```
DicecamError
├── RulesError (ValueError)        the rules engine was asked for something it cannot do
│   ├── NotationError              a text is not a die, action, event or state
│   ├── RefusalError               base of the refusals that carry a rule's code and a sentence
│   │   ├── IllegalActionError     the rules forbid this action now
│   │   └── UnexpectedRollError    these dice are not the ones the game waits for
│   └── UnknownGameError           no game of this name
├── SightError                     looking at the table failed
│   ├── SourceNotFoundError        no such camera, file or folder
│   ├── SourceBrokenError          the source is there but its picture cannot be read
│   ├── CameraLostError            a camera stopped giving pictures
│   ├── ModelMissingError          no model of this name, or a file of it is missing
│   ├── ModelClassesError          a model does not fit its description
│   └── CalibrationError           the table map cannot be made from what is seen
├── SessionError                   a game in progress cannot go on as asked
│   ├── LogCorruptError            a line of a game log cannot be read
│   ├── LogVersionError            the log was written by a newer program
│   └── NothingToUndoError         there is no event to undo or redo
├── LearnError                     teaching new dice failed
│   ├── DataSetError               a data set cannot be imported
│   └── ModelRejectedError         a retrained model is worse than the one in use
└── SettingsError                  a setting, option or data file has a wrong value
```

A message says what happened, what was expected, what was found and what to do. The window shows
it, the command line prints it as one line and exits with status 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicecam.messages import Message


class DicecamError(Exception):
    """Base of every error dicecam raises on purpose."""


class RulesError(DicecamError, ValueError):
    """Base of the errors of the rules engine."""


class NotationError(RulesError):
    """Raised when a text is not a die, action, event or state."""


class RefusalError(RulesError):
    """A refusal with a stable code and a sentence for people.

    Attributes:
        reason: Code of the rule that refuses, such as `NOT_RIGHT_OF_LAST`.
        message: The translatable sentence.
    """

    def __init__(self, reason: str, message: Message) -> None:
        details = ", ".join(f"{name}={value!r}" for name, value in message.args)
        super().__init__(f"{reason} ({details})" if details else reason)
        self.reason = reason
        self.message = message


class IllegalActionError(RefusalError):
    """Raised when the rules forbid an action now."""


class UnexpectedRollError(RefusalError):
    """Raised when dice are not the ones the game waits for."""


class UnknownGameError(RulesError):
    """Raised when no game of this name is known."""


class SightError(DicecamError):
    """Base of the errors of looking at the table."""


class SourceNotFoundError(SightError):
    """Raised when there is no such camera, file or folder."""


class SourceBrokenError(SightError):
    """Raised when a source is there but its picture cannot be read."""


class CameraLostError(SightError):
    """Raised when a camera stopped giving pictures."""


class ModelMissingError(SightError):
    """Raised when no model of this name is found, or a file of it is missing."""


class ModelClassesError(SightError):
    """Raised when a model file does not fit its description."""


class CalibrationError(SightError):
    """Raised when the table map cannot be made from what is seen."""


class SessionError(DicecamError):
    """Base of the errors of a game in progress."""


class LogCorruptError(SessionError):
    """Raised when a line of a game log cannot be read."""


class LogVersionError(SessionError):
    """Raised when a game log was written by a newer program."""


class NothingToUndoError(SessionError):
    """Raised when there is no event to undo or redo."""


class LearnError(DicecamError):
    """Base of the errors of teaching new dice."""


class DataSetError(LearnError):
    """Raised when a data set cannot be imported."""


class ModelRejectedError(LearnError):
    """Raised when a retrained model is worse than the one in use."""


class SettingsError(DicecamError):
    """Raised when a setting, option or data file has a wrong value."""
