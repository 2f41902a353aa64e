import { localOperator } from "#scripts/site/operator-client.ts";
import { Api } from "./api.ts";
import { expectMessages, messageBox, shownMessages, typeMessages } from "./chat-member.ts";
import { expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, newAccount, register, test } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

const BANNER = /nothing can be saved right now/;

test("read-only mode saves nothing, and keeps what is typed", async ({ browser, playwright, complaints }) => {
  // Starts a site of its own beside the other tests.
  test.slow();
  complaints.allow(/503|console error/);
  await withOwnState(async (start, state) => {
    const { url } = await start();
    const addMember = async () => {
      const request = await playwright.request.newContext();
      const api = new Api(request, url);
      const account = newAccount();
      const { user } = await register(api, account);
      return { ...account, id: user.id, api };
    };
    const [ann, bob] = [await addMember(), await addMember()];
    const context = await browser.newContext({ storageState: await ann.api.request.storageState() });
    await complaints.watch(context);
    const page = await context.newPage();
    /** Lets the whole site follow the command. */
    const setReadOnly = async (value: "on" | "off") => {
      await localOperator(url, state).setReadOnly(value);
      const isOn = async () => (await ann.api.get<{ read_only?: true }>("/api/session")).read_only === true;
      await expect.poll(isOn).toBe(value === "on");
    };

    await page.goto(`${url}/chat?with=${bob.id}`);
    await typeMessages(page, "before");
    await expectMessages(page, "before");
    await expect(page.getByText(BANNER)).toBeHidden();

    await setReadOnly("on");
    await typeMessages(page, "refused");
    await expect(page.getByRole("status").filter({ hasText: BANNER })).toBeVisible();
    await expect(shownMessages(page).last().getByRole("button", { name: "Retry" })).toBeVisible();
    await typeMessages(page, "stays in the field");
    await expect(page.getByText("Nothing can be sent right now.")).toBeVisible();
    await expect(messageBox(page)).toHaveValue("stays in the field");

    const visitor = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
    await visitor.goto(`${url}/levels`);
    await expect(visitor.getByText(BANNER)).toBeVisible();
    await expectFitsAndAccessible(visitor);
    await visitor.context().close();

    await setReadOnly("off");
    await expect(page.getByText(BANNER)).toBeHidden();
    await messageBox(page).press("Enter");
    await shownMessages(page).getByRole("button", { name: "Retry" }).click();
    await expect(shownMessages(page).getByRole("button", { name: "Retry" })).toHaveCount(0);
    await expect(messageBox(page)).toHaveValue("");
    const texts = async () =>
      (await bob.api.get<{ data: { body: string }[] }>(`/api/messages/from/${ann.id}?page=1`)).data
        .map(({ body }) => body)
        .sort();
    await expect.poll(texts).toEqual(["before", "refused", "stays in the field"]);
    await context.close();
    for (const { api } of [ann, bob]) await api.request.dispose();
  });
});
