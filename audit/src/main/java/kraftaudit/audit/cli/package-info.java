/**
 * The command line. A command is thin: options, one call of {@link kraftaudit.audit.Pipe}, one printer.
 * {@link kraftaudit.audit.cli.CommandLineTool} runs it inside any process; {@link kraftaudit.audit.cli.Main} is the process.
 * The window is found through {@link kraftaudit.audit.cli.Window}.
 */
package kraftaudit.audit.cli;
