import { readFileSync } from "node:fs";
import { Canvas } from "#worker/share/canvas.ts";
import { ellipse, roundedRect } from "#worker/share/path.ts";
import { Typeface } from "#worker/share/typeface.ts";

const typeface = new Typeface(JSON.parse(readFileSync("web/public/static/baloo-800.json", "utf8")));

/** The drawn area in pixels. */
function inkOf(canvas: Canvas): number {
  let ink = 0;
  for (let i = 0; i < canvas.data.length; i += 4) ink += 1 - (canvas.data[i] as number) / 255;
  return ink;
}

/** A white picture with a black shape. */
function drawn(shape: Parameters<Canvas["fill"]>[0]): Canvas {
  const canvas = new Canvas(100, 100);
  canvas.fillAll([255, 255, 255]);
  canvas.fill(shape, [0, 0, 0]);
  return canvas;
}

describe("a filled path", () => {
  test("covers exactly its area, wherever it lies on the pixels", () => {
    for (const shift of [0, 0.25, 0.5, 0.9]) {
      const [left, top, right] = [10 + shift, 20 + shift, 40.5 + shift];
      const area = inkOf(drawn([[left, top, right, top, right, 60, left, 60]]));
      expect(area).toBeCloseTo(30.5 * (40 - shift), 0);
    }
  });

  test("has smooth edges, counts overlapping outlines once and is cut at the edges of the picture", () => {
    const circle = drawn(ellipse(50, 50, 30));
    expect(inkOf(circle) / (Math.PI * 900)).toBeCloseTo(1, 1);
    expect(new Set(circle.data).size).toBeGreaterThan(20);
    const overlapping = [...roundedRect(10, 10, 40, 40, 0), ...roundedRect(20, 20, 40, 40, 0)];
    expect(inkOf(drawn(overlapping))).toBeCloseTo(40 * 40 * 2 - 30 * 30, 0);
    expect(inkOf(drawn(roundedRect(-50, -50, 100, 100, 0)))).toBeCloseTo(50 * 50, 0);
  });
});

describe("a typeface", () => {
  test("keeps what it can show of a text, or nothing if too little would be left", () => {
    expect(typeface.readable("  Łódź\n café ")).toBe("Łódź café");
    expect(typeface.readable("Sky castle 🏰")).toBe("Sky castle");
    expect(typeface.readable("空の城 7")).toBe("");
    expect(typeface.readable("")).toBe("");
  });

  test("fits a text into its lines and cuts the rest with an ellipsis", () => {
    expect(typeface.fit("Race", 500, 2, 100, 48)).toEqual({ size: 100, lines: ["Race"] });
    const words = "One two three four five six seven eight nine ten eleven twelve";
    const long = typeface.fit(words, 300, 2, 100, 48);
    expect(long.size).toBe(48);
    expect(long.lines).toHaveLength(2);
    expect(long.lines[1]).toMatch(/…$/);
    for (const line of long.lines) expect(typeface.measure(line, long.size)).toBeLessThanOrEqual(300);
    const unbroken = typeface.fit("x".repeat(100), 300, 2, 100, 48);
    expect(unbroken.lines).toHaveLength(1);
    expect(typeface.measure(unbroken.lines[0] ?? "", 48)).toBeLessThanOrEqual(300);
  });

  test("draws letters with their holes", () => {
    expect(inkOf(drawn(typeface.path("I", 90, 20, 90)))).toBeGreaterThan(500);
    const ring = drawn(typeface.path("o", 90, 20, 90));
    const middle = (60 * 100 + 20 + Math.round(typeface.measure("o", 90) / 2)) * 4;
    expect(ring.data[middle]).toBe(255);
  });
});
