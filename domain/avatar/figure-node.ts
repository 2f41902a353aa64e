/** An element of a drawing, either for markup or for live DOM elements. */
export interface FigureNode {
  tag: string;
  attrs: Record<string, string | number>;
  children: FigureNode[];
}

export const figureNode = (
  tag: string,
  attrs: FigureNode["attrs"],
  children: FigureNode[] = [],
): FigureNode => ({
  tag,
  attrs,
  children,
});

const escapeAttribute = (value: string | number): string =>
  String(value).replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** Renders the drawing as markup. */
export function toMarkup({ tag, attrs, children }: FigureNode): string {
  const attributes = Object.entries(attrs).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  const open = `<${tag}${attributes.join("")}`;
  return children.length > 0 ? `${open}>${children.map(toMarkup).join("")}</${tag}>` : `${open}/>`;
}
