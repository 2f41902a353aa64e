import { readSwitch } from "#scripts/deploy/operations.ts";

test("the switch is on or off and nothing else", () => {
  expect([readSwitch("on"), readSwitch("off")]).toEqual(["on", "off"]);
  for (const value of ["", "ON", "true", "yes"]) expect(() => readSwitch(value)).toThrow("enter on or off");
});
