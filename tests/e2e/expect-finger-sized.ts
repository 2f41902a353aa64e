import { expect, type Page } from "@playwright/test";
import { waitForTransitions } from "./wait-for-transitions.ts";

/** The width and height in pixels that a finger needs. */
const MIN_SIZE = 44;

/**
 * Expects everything that can be pressed on a phone to be as large as a finger, including its label and its
 * pseudo-elements. Links within a sentence are exempt (WCAG 2.5.8).
 */
export async function expectFingerSized(page: Page): Promise<void> {
  // A dialog grows when it opens.
  await waitForTransitions(page);
  const small = await page.evaluate((minSize) => {
    const CONTROLS =
      "a[href], button, select, textarea, summary, input:not([type=hidden]), [role=slider], [role=menuitem], [role=menuitemcheckbox]";
    const isInSentence = (element: Element) => {
      if (!element.matches("a, button") || getComputedStyle(element).display !== "inline") return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
      return (block?.textContent ?? "").trim() !== (element.textContent ?? "").trim();
    };
    const pseudoBoxes = (element: Element) =>
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
      const boxes = [
        ...[element, ...labels].map((one) => one.getBoundingClientRect()),
        ...pseudoBoxes(element),
      ];
      return (["width", "height"] as const).some(
        (side) => Math.max(...boxes.map((box) => box[side])) < minSize - 0.5,
      );
    };
    return [...document.querySelectorAll(CONTROLS)]
      .filter((element) => {
        const { width, right, bottom } = element.getBoundingClientRect();
        const isVisible = element.checkVisibility({ visibilityProperty: true }) && width > 1;
        const isOutOfReach =
          right <= 0 || bottom + scrollY <= 0 || element.closest("[inert], [aria-hidden=true], :disabled");
        return isVisible && !isOutOfReach && !isInSentence(element) && isSmall(element);
      })
      .map((element) => element.outerHTML.slice(0, 200));
  }, MIN_SIZE);
  expect.soft(small, `targets that are too small on ${page.url()}`).toEqual([]);
}
