import type { Locator, Page } from "@playwright/test";
import { expectPicturesLoaded, pictureFile } from "./picture-file.ts";
import { ratableLevel } from "./ratable-level.ts";
import { type Account, expect, newAccount, test, uniqueWord } from "./test.ts";

const mainNavigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

async function submitSignUp(page: Page, account: Account): Promise<void> {
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Hello, ${account.username}!` })).toBeVisible();
}

async function submitSignIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel("Username or email").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function signOutByMenu(page: Page, username: string): Promise<void> {
  await page.getByRole("button", { name: `Account menu of ${username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
}

/** Follows the link in the newest mail to an account with this subject. */
async function followMail(page: Page, { email }: Account, subject: string): Promise<void> {
  const toAccount = page.getByRole("article").filter({ hasText: email });
  const mail = toAccount.filter({ has: page.getByRole("heading", { name: subject }) }).first();
  // Mails are written after the response: its time must not depend on whether an account has the address.
  await expect(async () => {
    await page.goto("/dev/outbox");
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.getByRole("link").click();
}

/** Clicks the middle of the nth star. */
async function clickStar(stars: Locator, n: number): Promise<void> {
  const row = stars.locator("svg").first();
  const box = await row.boundingBox();
  if (!box) throw new Error("no stars in sight");
  await row.click({ position: { x: (box.width * (n - 0.25)) / 5, y: box.height / 2 } });
}

test("a newcomer signs up, looks around, builds a level with a picture and comments on it", async ({
  page,
}) => {
  const account = newAccount();
  const title = `Kite Harbour ${uniqueWord()}`;
  await page.goto("/");
  await page.getByRole("link", { name: "Keep this bopi" }).click();
  await expect(page).toHaveURL("/register");
  await submitSignUp(page, account);
  await expect(page).toHaveURL("/");

  await mainNavigation(page).getByRole("link", { name: "Levels" }).click();
  await expect(page.getByText(/^Fetched [\d,]+ results$/)).toBeVisible();
  await page.getByLabel("Category").selectOption("Star collection");
  await expect(page).toHaveURL("/levels?category=star+collection");
  await expect(page.getByRole("heading", { level: 2, name: "Star collection" })).toBeVisible();
  await page.getByLabel("Filter").selectOption("Highest rated");
  await expect(page).toHaveURL("/levels?category=star+collection&filter=rating");

  await page.getByRole("link", { name: "Create Level" }).click();
  await page.getByRole("link", { name: "Upload a document instead" }).click();
  // The page before has a field for the title, too.
  await expect(page).toHaveURL("/level/create");
  await expect(page.getByRole("heading", { level: 1, name: "Create a level" })).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Boats below,\nkites above.");
  await page.getByLabel("Category").selectOption("Star collection");
  await page.getByRole("radio", { name: /Island/ }).check();
  await page.getByLabel("Picture", { exact: true }).setInputFiles(pictureFile());
  await expect(page.getByText("stripes.png")).toBeVisible();
  await page.getByRole("button", { name: "Create level" }).click();

  await expect(page.getByText(`“${title}” is built. Have fun!`)).toBeVisible();
  await expect(page).toHaveURL(/\/levels\/\d+$/);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("kites above.")).toBeVisible();
  const picture = page.getByRole("img", { name: `Picture of ${title}` });
  await expect(picture).toHaveAttribute("src", /^\/assets\//);
  await expectPicturesLoaded(page);

  await expect(page.getByText("No comments found")).toBeVisible();
  await page.getByLabel("Write a comment").fill("My first one :star: be kind");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const comment = page.getByRole("article").filter({ hasText: "My first one" }).last();
  await expect(comment.getByRole("img", { name: ":star:" })).toBeVisible();
  await expect(comment.getByText("now")).toBeVisible();
  await expect(page.getByText("No comments found")).toBeHidden();
  await expect(page.getByLabel("Write a comment")).toHaveValue("");

  await page.getByRole("button", { name: `Account menu of ${account.username}` }).click();
  await page.getByRole("menuitem", { name: "Your levels" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Levels by ${account.username}` })).toBeVisible();
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
});

for (const [how, desktop, phone] of [
  ["mouse", "bobby", "goldie"],
  ["keys", "PixelPanda", "Jumpy_Jules"],
] as const) {
  test(`a member who has cleared a level rates it by ${how}, and its averages change`, async ({
    page,
    context,
    api,
    stateOf,
  }, { project }) => {
    const state = await stateOf(project.name === "phone" ? phone : desktop);
    await context.addCookies(state.cookies);
    const before = await ratableLevel(api, how);
    await page.goto(`/levels/${before.id}`);
    const trigger = page.getByRole("button", { name: /of 5 stars|Not rated yet/ });
    await trigger.click();
    const panel = page.getByRole("dialog", { name: "Ratings of this level" });
    await panel.getByRole("button", { name: "Rate this level" }).click();

    const dialog = page.getByRole("dialog", { name: "Rate this level" });
    const rating = dialog.getByRole("slider", { name: "Rating: how good is it?" });
    const difficulty = dialog.getByRole("slider", { name: "Difficulty: how hard is it?" });
    if (how === "mouse") {
      await dialog.getByRole("button", { name: "Save rating" }).click();
      await expect(dialog.getByText("Choose stars for both: how good it is, and how hard.")).toBeVisible();
      await clickStar(rating, 4);
      await clickStar(difficulty, 2);
    } else {
      await expect(rating).toBeFocused();
      await page.keyboard.press("5");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Tab");
      await expect(difficulty).toBeFocused();
      await page.keyboard.press("Home");
      await page.keyboard.press("PageUp");
      await page.keyboard.press("ArrowUp");
    }
    await expect(rating).toHaveAttribute("aria-valuetext", "4 stars");
    await expect(difficulty).toHaveAttribute("aria-valuetext", "2 stars");
    if (how === "mouse") await dialog.getByRole("button", { name: "Save rating" }).click();
    else await page.keyboard.press("Enter");

    await expect(page.getByText("Your rating is saved.")).toBeVisible();
    await expect(dialog).toBeHidden();
    const count = before.ratings_count + 1;
    await expect(trigger).toHaveText(new RegExp(`\\(${count} ratings?\\)`));
    const average = (before.rating * before.ratings_count + 8) / count / 2;
    const shown = Number.parseFloat((await trigger.textContent()) ?? "");
    expect(Math.abs(shown - average)).toBeLessThan(0.051);
    await trigger.click();
    await expect(
      panel
        .getByRole("row", { name: /^Rating/ })
        .getByRole("cell")
        .last(),
    ).toHaveText("4.0");
    await expect(
      panel
        .getByRole("row", { name: /^Difficulty/ })
        .getByRole("cell")
        .last(),
    ).toHaveText("2.0");
    await expect(panel.getByRole("button", { name: "Change your rating" })).toBeVisible();
    const after = await api.level(before.id);
    expect(after.own_rating).toMatchObject({ rating: 8, difficulty: 4 });
    expect(after.ratings_count).toBe(count);
  });
}

test("a forgotten password is replaced with the mailed link, which signs out every device and works once", async ({
  page,
  openBrowser,
  otherUser,
  complaints,
}) => {
  const { account } = await otherUser();
  const elsewhere = await openBrowser();
  await elsewhere.goto("/login");
  await submitSignIn(elsewhere, account.email, account.password);
  await expect(elsewhere).toHaveURL("/");

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email address").fill(account.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await followMail(page, account, "Choose a new password");
  await expect(page.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
  const link = page.url();
  const password = `new ${account.password}`;
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Repeat password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

  await page.getByRole("button", { name: "Sign in" }).click();
  complaints.expect(/^422 POST .*\/api\/auth\/login$/);
  await submitSignIn(page, account.username, account.password);
  await expect(page.getByText("That username or password isn't right.")).toBeVisible();
  await expect(page.getByLabel("Username or email")).toHaveValue(account.username);
  await submitSignIn(page, account.username, password);
  await expect(page.getByRole("heading", { level: 1, name: `Hello, ${account.username}!` })).toBeVisible();

  complaints.expect(/^422 POST .*\/api\/auth\/password\/reset$/);
  await page.goto(link);
  await page.getByLabel("New password").fill("another one");
  await page.getByLabel("Repeat password").fill("another one");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This link has expired or was already used. Ask for a new one.")).toBeVisible();
});

test("the mailed link verifies the email address and removes the reminder", async ({ page, signUp }) => {
  const account = await signUp({ verified: false });
  const reminder = page.getByText("Verify your email: we sent you a link.");
  await page.goto("/levels");
  await expect(page.getByRole("heading", { level: 1, name: "Levels" })).toBeVisible();
  await expect(reminder, "only the member's own pages have it").toBeHidden();
  await page.goto("/");
  await expect(reminder).toBeVisible();
  expect((await reminder.boundingBox())?.height).toBeLessThan(30);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("The verification link is on its way.")).toBeVisible();
  await followMail(page, account, "Confirm your email address");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your email address is verified.")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(reminder).toBeHidden();
});

test("signing out ends the session, and signing in returns to the previous page", async ({
  page,
  signUp,
}) => {
  const account = await signUp();
  await page.goto("/ratings?username=bobby");
  await expect(page.getByRole("heading", { level: 1, name: "Ratings" })).toBeVisible();
  await signOutByMenu(page, account.username);
  await expect(page).toHaveURL("/");
  await page.goto("/ratings?username=bobby");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await submitSignIn(page, account.username.toUpperCase(), account.password);
  await expect(page.getByRole("button", { name: `Account menu of ${account.username}` })).toBeVisible();
  await expect(page).toHaveURL("/ratings?username=bobby");
});

test("the sign-up form shows errors at their fields and keeps the input", async ({ page, complaints }) => {
  await page.goto("/register");
  await page.getByLabel("Username").fill("bobby");
  await page.getByLabel("Email address").fill("nowhere");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Email address must look like name@example.com.")).toBeVisible();
  await expect(page.getByText("Password must be at least 8 characters.")).toBeVisible();
  await expect(page.getByLabel("Email address")).toBeFocused();
  // Correcting a field removes its message, keeps the focus and leaves the other messages.
  await page.getByLabel("Password", { exact: true }).pressSequentially("er");
  await expect(page.getByText("Password must be at least 8 characters.")).toBeHidden();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expect(page.getByText("Email address must look like name@example.com.")).toBeVisible();

  const email = `${uniqueWord()}@example.com`;
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("long enough");
  complaints.expect(/^422 POST .*\/api\/auth\/register$/);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("This username is taken. Try another one.")).toBeVisible();
  await expect(page.getByLabel("Username")).toBeFocused();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
});
