/** Elements that don't separate words. */
const INLINE = new Set([
  "a",
  "abbr",
  "b",
  "code",
  "em",
  "i",
  "img",
  "label",
  "mark",
  "small",
  "span",
  "strong",
  "svg",
  "time",
]);

const UNSEEN = new Set(["script", "style", "template"]);

/** Whether the browser's own style sheet hides an element. */
function isHiddenByBrowser(element: Element): boolean {
  const { localName: name, parentElement: parent } = element;
  if (UNSEEN.has(name) || element.hasAttribute("hidden")) return true;
  if (name === "dialog" && !element.hasAttribute("open")) return true;
  if (element.hasAttribute("popover") && !element.matches(":popover-open")) return true;
  return parent?.localName === "details" && name !== "summary" && !parent.hasAttribute("open");
}

/** Undefined without the attribute, because reading a style takes long. */
const inlineStyle = (element: Element): CSSStyleDeclaration | undefined =>
  element.hasAttribute("style") ? (element as HTMLElement).style : undefined;

function displayOf(element: Element): string {
  if (isHiddenByBrowser(element)) return "none";
  return inlineStyle(element)?.display || (INLINE.has(element.localName) ? "inline" : "block");
}

function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { visibility } = inlineStyle(at) ?? {};
    if (visibility) return visibility;
  }
  return "visible";
}

/** Whether an element is shown, as far as that doesn't depend on style sheets. */
export function isShown(element: Element): boolean {
  if (!element.isConnected || visibilityOf(element) !== "visible") return false;
  for (let at: Element | null = element; at; at = at.parentElement)
    if (displayOf(at) === "none") return false;
  return true;
}

/** The style of an element without style sheets. happy-dom's own takes longer and knows no visibility. */
export const plainStyle = (element: Element): CSSStyleDeclaration =>
  new Proxy((inlineStyle(element) ?? {}) as CSSStyleDeclaration, {
    get(inline, name) {
      if (name === "display") return displayOf(element);
      if (name === "visibility") return visibilityOf(element);
      if (name === "getPropertyValue") return (property: string) => inline.getPropertyValue?.(property) ?? "";
      return inline[name as keyof CSSStyleDeclaration] ?? "";
    },
  });
