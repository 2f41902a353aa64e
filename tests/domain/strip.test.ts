import fc from "fast-check";
import * as z from "zod/mini";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import { unknownKeyStripper } from "#domain/api/unknown-key-stripper.ts";
import { forAll } from "#tests/support/for-all.ts";

const inner = z.object({ id: z.int(), name: z.string() });
const schema = z.object({
  data: z.array(z.object({ id: z.int(), user: inner, event: z.nullable(inner), count: z.optional(z.int()) })),
  tags: z.array(z.string()),
  meta: inner,
  ticket: z.union([
    z.object({ host: inner, token: z.string() }),
    z.object({ room: z.string(), token: z.string() }),
  ]),
});
const strip = unknownKeyStripper(schema);

/** Objects with `fields`, and sometimes with keys that no contract has. */
const leaky = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc
    .tuple(fc.record(fields), fc.option(fc.dictionary(fc.constantFrom("email", "secret", "k"), fc.string())))
    .map(([value, more]) => ({ ...more, ...value }));

const innerValue = leaky({ id: fc.integer(), name: fc.string() });
const card = fc
  .tuple(
    leaky({ id: fc.integer(), user: innerValue, event: fc.option(innerValue) }),
    fc.option(fc.integer(), { nil: undefined }),
  )
  .map(([value, count]) => (count === undefined ? value : { ...value, count }));
const ticketValue = fc.oneof(
  leaky({ host: innerValue, token: fc.string() }),
  leaky({ room: fc.string(), token: fc.string() }),
);
const response = leaky({
  data: fc.array(card),
  tags: fc.array(fc.string()),
  meta: innerValue,
  ticket: ticketValue,
});

describe("stripping a response to its contract", () => {
  test("leaves exactly what the schema itself would leave, and does not change the original", () => {
    forAll(response, (value) => {
      const before = structuredClone(value);
      expect(strip(value)).toEqual(schema.parse(value));
      expect(value).toEqual(before);
    });
  });

  test("does not copy a response without unknown keys", () => {
    const exact = {
      data: [{ id: 1, user: { id: 2, name: "a" }, event: null }],
      tags: ["b"],
      meta: { id: 3, name: "c" },
      ticket: { room: "d", token: "e" },
    };
    expect(strip(exact)).toBe(exact);
    const [first] = exact.data;
    const leaking = { ...exact, meta: { ...exact.meta, secret: "x" } };
    const stripped = strip(leaking) as typeof exact;
    expect(stripped).toEqual(exact);
    expect(stripped.data[0]).toBe(first);
  });

  test("lets no unknown field through in any endpoint's response", () => {
    for (const route of API_ROUTES)
      expect(unknownKeyStripper(route.output)({ leaked: 1 }), route.path).toEqual({});
  });
});
