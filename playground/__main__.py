"""`python -m playground COMMAND`: serve by default, inspect, generate, samples, train, manifest."""

import argparse
import io
import os
import sys

from playground.errors import PlaygroundError


def main(arguments: list[str]) -> int:
    """Run one command. Its exit status; 2 when something that was given cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    commands = parser.add_subparsers(metavar="COMMAND")
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = ["serve", *arguments]
    try:
        _add_commands(commands)
        chosen = parser.parse_args(arguments)
        _show_what_the_terminal_can()
        status: int | None = chosen.handler(chosen)
    except PlaygroundError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the output, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status or 0


def _show_what_the_terminal_can() -> None:
    """Print ? for a character that the terminal lacks, in place of an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from playground.commands import generate, inspect_model, manifest, samples, serve
    from playground.training import command as train

    for name, command, text in (
        ("serve", serve, "serve the page to this machine, or with --host 0.0.0.0 to the room"),
        ("inspect", inspect_model, "check a preset: counts, shapes, untrained loss, a short text"),
        ("generate", generate, "write on from a prompt, to the terminal"),
        ("samples", samples, "the texts and figures that the model cards quote"),
        ("train", train, "train, evaluate and export the models that ship with the page"),
        ("manifest", manifest, "check the files under assets/: sizes, digests, limits, licences"),
    ):
        command.add_arguments(commands.add_parser(name, help=text, description=text))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
