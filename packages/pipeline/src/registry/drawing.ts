/**
 * Graphviz attributes that say only how a graph looks: never unknown (language.md 2), not part of the digest (engine.md 14).
 * `label`, `shape`, `class` and `weight` are Graphviz attributes too, but ours have a meaning and stand in the registry.
 */
export const drawingAttributes: ReadonlySet<string> = new Set(
  `_background area arrowhead arrowsize arrowtail bb beautify bgcolor center charset cluster clusterrank color colorscheme comment compound
  concentrate constraint damping decorate defaultdist dim dimen dir diredgeconstraints distortion dpi edgehref edgetarget edgetooltip edgeurl
  epsilon esep fillcolor fixedsize fontcolor fontname fontnames fontpath fontsize forcelabels gradientangle group head_lp headclip headhref
  headlabel headport headtarget headtooltip headurl height href id image imagepath imagepos imagescale inputscale label_scheme K
  labelangle labeldistance labelfloat labelfontcolor labelfontname labelfontsize labelhref labeljust labelloc labeltarget labeltooltip labelurl
  landscape layer layerlistsep layers layerselect layersep layout len levels levelsgap lhead lheight linelength lp ltail lwidth margin maxiter
  mclimit mindist minlen mosek newrank nodesep nojustify normalize notranslate nslimit nslimit1 oneblock ordering
  orientation outputorder overlap overlap_scaling overlap_shrink pack packmode pad page pagedir pencolor penwidth peripheries pin pos
  quadtree quantum radius rank rankdir ranksep ratio rects regular remincross repulsiveforce resolution root rotate rotation samehead sametail
  samplepoints scale searchsize sep showboxes sides size skew smoothing sortv splines start style stylesheet svg tail_lp tailclip tailhref
  taillabel tailport tailtarget tailtooltip tailurl target tbbalance tooltip truecolor url vertices viewport voro_margin width xdotversion
  xlabel xlp z`.split(/\s+/),
);

export function isDrawingAttribute(name: string): boolean {
  return drawingAttributes.has(name) || drawingAttributes.has(name.toLowerCase());
}
