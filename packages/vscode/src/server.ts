import { serveStdio } from '@attractor/lsp';

// The language server that the extension brings with it: diagnostics work before anything else is installed.
void serveStdio({ version: process.env['ATTRACTOR_VSCODE_VERSION'] ?? 'unknown' });
