/** An element of a drawing, before anybody decided whether it becomes text or live elements. */
export interface FigureNode {
  tag: string;
  attrs: Record<string, string | number>;
  children: FigureNode[];
}

export const node = (tag: string, attrs: FigureNode["attrs"], children: FigureNode[] = []): FigureNode => ({
  tag,
  attrs,
  children,
});

const escaped = (value: string | number): string =>
  String(value).replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** The drawing as markup. */
export function toMarkup({ tag, attrs, children }: FigureNode): string {
  const written = Object.entries(attrs).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const open = `<${tag}${written.join("")}`;
  return children.length > 0 ? `${open}>${children.map(toMarkup).join("")}</${tag}>` : `${open}/>`;
}
