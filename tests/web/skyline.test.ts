import { SKYLINE_WINDOWS, windowsPath } from "#web/app/shell/skyline-windows.ts";

test("the skyline has a window for each of a hundred and more people, each in its own place", () => {
  expect(SKYLINE_WINDOWS.length).toBeGreaterThan(150);
  expect(new Set(SKYLINE_WINDOWS.map(({ x, y }) => `${x} ${y}`)).size).toBe(SKYLINE_WINDOWS.length);
});

test("the first windows to light up are in the part that a phone shows", () => {
  for (const { x } of SKYLINE_WINDOWS.slice(0, 40)) {
    expect(x).toBeGreaterThan(460);
    expect(x).toBeLessThan(980);
  }
});

test("a path has one outline per window", () => {
  expect(windowsPath(SKYLINE_WINDOWS.slice(0, 7)).match(/M/g)).toHaveLength(7);
  expect(windowsPath([])).toBe("");
});
