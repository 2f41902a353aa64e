import { CASE_SIDE, PNG_CASES } from "#tests/support/png-cases.ts";
import { decodePng, PngError } from "#worker/render/png.ts";

test.each(PNG_CASES)("a PNG with $name is read as browsers show it, or refused", ({ file, colorAt }) => {
  if (!colorAt) return expect(() => decodePng(file)).toThrow(PngError);
  const { width, height, data } = decodePng(file);
  expect([width, height]).toEqual([CASE_SIDE, CASE_SIDE]);
  const wrong: string[] = [];
  for (let i = 0; i < width * height && wrong.length === 0; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const color = data.subarray(i * 4, i * 4 + 4);
    if (colorAt(x, y).some((value, channel) => value !== color[channel])) wrong.push(`${x}, ${y}: ${color}`);
  }
  expect(wrong).toEqual([]);
});
