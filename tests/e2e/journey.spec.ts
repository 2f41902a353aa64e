import type { Page } from "@playwright/test";
import { expectPicturesLoaded, pictureFile } from "./picture-file.ts";
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

test("a newcomer signs up, looks around, builds a level with a picture and comments", async ({ page }) => {
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

test("a member verifies their address, signs out and in again, and replaces a forgotten password, which signs out every device", async ({
  page,
  openBrowser,
  signUp,
  complaints,
}) => {
  const account = await signUp({ verified: false });
  const reminder = page.getByText("Verify your email: we sent you a link.");
  await page.goto("/ratings?username=bobby");
  await expect(page.getByRole("heading", { level: 1, name: "Ratings" })).toBeVisible();
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

  await page.getByRole("button", { name: `Account menu of ${account.username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL("/");
  await page.goto("/ratings?username=bobby");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await submitSignIn(page, account.username.toUpperCase(), account.password);
  await expect(page.getByRole("button", { name: `Account menu of ${account.username}` })).toBeVisible();
  await expect(page).toHaveURL("/ratings?username=bobby");

  const elsewhere = await openBrowser();
  await elsewhere.goto("/login");
  await elsewhere.getByRole("link", { name: "Forgot your password?" }).click();
  await elsewhere.getByLabel("Email address").fill(account.email);
  await elsewhere.getByRole("button", { name: "Send link" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await followMail(elsewhere, account, "Choose a new password");
  await expect(elsewhere.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
  const link = elsewhere.url();
  const password = `new ${account.password}`;
  const choose = async (text: string) => {
    await elsewhere.getByLabel("New password").fill(text);
    await elsewhere.getByLabel("Repeat password").fill(text);
    await elsewhere.getByRole("button", { name: "Set password" }).click();
  };
  await choose(password);
  await expect(elsewhere.getByRole("heading", { name: "Password changed" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  complaints.expect(/^422 POST .*\/api\/auth\/login$/);
  await submitSignIn(elsewhere, account.username, account.password);
  await expect(elsewhere.getByText("That username or password isn't right.")).toBeVisible();
  await expect(elsewhere.getByLabel("Username or email")).toHaveValue(account.username);
  await submitSignIn(elsewhere, account.username, password);
  await expect(
    elsewhere.getByRole("heading", { level: 1, name: `Hello, ${account.username}!` }),
  ).toBeVisible();
  complaints.expect(/^422 POST .*\/api\/auth\/password\/reset$/);
  await elsewhere.goto(link);
  await choose("another one");
  await expect(
    elsewhere.getByText("This link has expired or was already used. Ask for a new one."),
  ).toBeVisible();
});
