import { CLOTHING_TEMPLATES, type TemplateName } from "#domain/avatar/model/templates.ts";
import { drawTemplatePicture, forEachInkPixel, textWidth } from "#domain/avatar/template-picture.ts";

const NAMES = Object.keys(CLOTHING_TEMPLATES) as TemplateName[];

/** How often each color occurs in a rectangle, by "r,g,b,a". */
function colorsIn(name: TemplateName, [x, y, width, height]: readonly number[]) {
  const { data } = drawTemplatePicture(name);
  const counts = new Map<string, number>();
  for (let row = y as number; row < (y as number) + (height as number); row++)
    for (let column = x as number; column < (x as number) + (width as number); column++) {
      const color = data.subarray((row * 512 + column) * 4, (row * 512 + column) * 4 + 4).join();
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  return counts;
}

test.each(NAMES)("the template of %s is as large as a texture and fully opaque", (name) => {
  const { width, height, data } = drawTemplatePicture(name);
  expect([width, height, data.length]).toEqual([512, 512, 512 * 512 * 4]);
  expect(data.every((byte, i) => i % 4 !== 3 || byte === 255)).toBe(true);
});

test.each(NAMES)("every region of %s has one color with white lines and labels", (name) => {
  for (const [key, region] of Object.entries(CLOTHING_TEMPLATES[name])) {
    const colors = colorsIn(name, region);
    expect([...colors.keys()], key).toHaveLength(2);
    const white = colors.get("255,255,255,255") ?? 0;
    const frame = 2 * (region[2] + region[3]) - 4;
    expect(white, key).toBeGreaterThan(frame);
    expect(white, key).toBeLessThan((region[2] * region[3]) / 3);
  }
});

test("adjacent regions have different colors", () => {
  for (const name of NAMES) {
    const fills = Object.values(CLOTHING_TEMPLATES[name]).map((region) => {
      const [[first] = []] = [...colorsIn(name, region)].sort(([, a], [, b]) => b - a);
      return first;
    });
    // Shoes come in pairs with the same tops and soles.
    expect(new Set(fills).size).toBe(name === "shoes" ? 4 : fills.length);
  }
});

test("a label is as wide as its ink, and a letter missing from the font is an error", () => {
  for (const word of ["Torso bottom", "right side", "as seen from outside"]) {
    let widest = 0;
    forEachInkPixel(word, (x) => {
      widest = Math.max(widest, x + 1);
    });
    expect(textWidth(word)).toBe(widest);
  }
  expect(() => textWidth("Ω")).toThrow('no "Ω"');
});
