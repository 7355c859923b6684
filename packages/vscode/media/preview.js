// The drawing's page: shows an SVG, marks the node under the editor's cursor, tells which node was clicked.
const vscode = acquireVsCodeApi();
const drawing = document.getElementById('drawing');
const problem = document.getElementById('problem');
const run = document.getElementById('run');
let marked;

drawing.classList.add('fit');
document.getElementById('fit').addEventListener('click', () => drawing.classList.toggle('fit'));

/** The id of the node that a part of the drawing belongs to: its group's title, which the drawing begins with `n_`. */
function nodeOf(element) {
  return element?.closest('g.node')?.querySelector('title')?.textContent.replace(/^n_/, '');
}

function groupOf(node) {
  for (const group of drawing.querySelectorAll('g.node')) if (nodeOf(group) === node) return group;
  return undefined;
}

function mark(node) {
  marked = node;
  for (const group of drawing.querySelectorAll('g.node.marked')) group.classList.remove('marked');
  const group = node === undefined ? undefined : groupOf(node);
  if (group === undefined) return;
  group.classList.add('marked');
  group.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function show(svg) {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (parsed.nodeName !== 'svg') return;
  for (const script of parsed.querySelectorAll('script')) script.remove();
  drawing.replaceChildren(document.importNode(parsed, true));
  mark(marked);
}

window.addEventListener('message', ({ data }) => {
  if (data.kind === 'drawing') {
    problem.hidden = true;
    run.textContent = data.run;
    show(data.svg);
  } else if (data.kind === 'problem') {
    problem.hidden = false;
    problem.textContent = data.text;
  } else if (data.kind === 'mark') mark(data.node);
});

drawing.addEventListener('click', (event) => {
  const node = event.target instanceof Element ? nodeOf(event.target) : undefined;
  if (node !== undefined) vscode.postMessage({ kind: 'open', node });
});

vscode.postMessage({ kind: 'ready' });
