import { OperatorClient } from "#scripts/site/operator-client.ts";

interface Sent {
  method: string;
  url: string;
  authorization: string | undefined;
  body: string | undefined;
}

/** Returns a client of a site that gives these responses one after the other, and the requests it gets. */
function clientOf(...responses: [status: number, body: object][]) {
  const sent: Sent[] = [];
  const client = new OperatorClient({
    url: "https://play.example.com",
    secret: "hush",
    async send(url, { method, headers, body }) {
      sent.push({ method, url, authorization: headers.Authorization, body });
      const [status, json] = responses[sent.length - 1] ?? [500, {}];
      return { ok: status < 300, status, json: async () => json };
    },
  });
  return { client, sent };
}

test("the operator's client resets a second factor, also if the new secret arrives late", async () => {
  const { client, sent } = clientOf([401, { error: "Unauthorized" }], [200, { message: "Ann can sign in." }]);
  expect(await client.resetTwoFactor("ann")).toBe("Ann can sign in.");
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({
    method: "POST",
    url: "https://play.example.com/api/operator/reset-two-factor",
    authorization: "Bearer hush",
    body: '{"username":"ann"}',
  });
});

test("the operator's client says what the site refused, and what its version lacks", async () => {
  const refused = clientOf([422, { error: 'No user is named "ann".' }]);
  await expect(refused.client.resetTwoFactor("ann")).rejects.toThrow('✗ No user is named "ann".');
  const old = clientOf([404, { error: "Not found" }]);
  await expect(old.client.resetTwoFactor("ann")).rejects.toThrow("Deploy this version first.");
  expect(old.sent).toHaveLength(1);
});

test("an operator's backup begins after one that the site is making already, which misses what came since", async () => {
  const [nightly, own] = ["nightly", "own"].map((id) => ({ id, type: "backup", error: null }));
  const { client, sent } = clientOf(
    [200, { running: nightly, last: null }],
    [200, { running: null, last: nightly }],
    [200, { id: "own" }],
    [200, { running: null, last: own }],
  );
  expect(await client.backUp()).toEqual(own);
  expect(sent.map(({ method }) => method)).toEqual(["GET", "GET", "POST", "GET"]);
});
