import { expect, type Page } from "@playwright/test";

/** Pixels that a finger needs either way. */
const LEAST = 44;

/**
 * On a phone, everything that can be pressed is as large as a finger (with what its label or a pseudo-element adds to it).
 * Links within a sentence are exempt (WCAG 2.5.8).
 */
export async function expectFingerSized(page: Page): Promise<void> {
  const small = await page.evaluate((least) => {
    const CONTROLS =
      "a[href], button, select, textarea, summary, input:not([type=hidden]), [role=slider], [role=menuitem], [role=menuitemcheckbox]";
    const isInSentence = (element: Element) => {
      if (!element.matches("a, button") || getComputedStyle(element).display !== "inline") return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
      return (block?.textContent ?? "").trim() !== (element.textContent ?? "").trim();
    };
    const grown = (element: Element) =>
      ["::before", "::after"].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const counts =
          style.content !== "none" && style.position === "absolute" && style.pointerEvents !== "none";
        return counts
          ? [{ width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) }]
          : [];
      });
    const isSmall = (element: Element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const boxes = [...[element, ...labels].map((one) => one.getBoundingClientRect()), ...grown(element)];
      return (["width", "height"] as const).some(
        (side) => Math.max(...boxes.map((box) => box[side])) < least - 0.5,
      );
    };
    return [...document.querySelectorAll(CONTROLS)]
      .filter((element) => {
        const { width, right, bottom } = element.getBoundingClientRect();
        const isThere = element.checkVisibility({ visibilityProperty: true }) && width > 1;
        const isAway =
          right <= 0 || bottom + scrollY <= 0 || element.closest("[inert], [aria-hidden=true], :disabled");
        return isThere && !isAway && !isInSentence(element) && isSmall(element);
      })
      .map((element) => element.outerHTML.slice(0, 200));
  }, LEAST);
  expect.soft(small, `targets that are too small on ${page.url()}`).toEqual([]);
}
