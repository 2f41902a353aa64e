import { walletText } from "#web/components/text/wallet.ts";
import { appealsText } from "#web/features/appeals/text.ts";
import { buddiesText } from "#web/features/buddies/text.ts";
import { forumsText } from "#web/features/forums/text/forums.ts";
import { itemReviewText } from "#web/features/items/text/item-review.ts";
import { heldPostsText } from "#web/features/spam/text/held-posts.ts";
import { featuredText } from "#web/features/staff/text/featured.ts";

// Voice control finds a button by its visible text, which its name must therefore contain (WCAG 2.5.3).
test("the name of a control contains its visible text", () => {
  const pairs: [shown: string, name: string][] = [
    ["12", walletText.link(12)],
    ["3.1K", walletText.link(3115)],
    [appealsText.accept, appealsText.acceptOf("max")],
    [appealsText.decline, appealsText.declineOf("max")],
    [buddiesText.cancel, buddiesText.cancelOf("max")],
    [featuredText.remove, featuredText.removeOf("Lava")],
    [forumsText.unread(1200), forumsText.unreadLong(1200, "Hello")],
    [heldPostsText.approve, heldPostsText.approveOf("max")],
    [itemReviewText.zoomShort, itemReviewText.zoom("Cap")],
  ];
  for (const [shown, name] of pairs) expect(name).toContain(shown);
});
