export interface PageParts {
  /** The webview's source for its own resources. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}

/** The page of the drawing. Only the extension's own script runs in it; a drawing is data and can execute nothing. */
export function previewPage({ cspSource, nonce, script, style }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="${style}">
<title>Attractor</title>
</head>
<body>
<header><span id="run"></span><button id="fit" type="button" title="Fit the drawing into the window">Fit</button></header>
<main id="drawing" tabindex="0"></main>
<p id="problem" role="alert" hidden></p>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** From the extension to the page. */
export type ToPage =
  | { readonly kind: 'drawing'; readonly svg: string; readonly run: string }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'mark'; readonly node: string | undefined };

/** From the page to the extension. */
export type FromPage = { readonly kind: 'ready' } | { readonly kind: 'open'; readonly node: string };
