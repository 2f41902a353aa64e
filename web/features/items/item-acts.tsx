import { Gift, Heart, Pencil, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { signInAddress } from "#domain/auth/members.ts";
import type { Item } from "#domain/items/api.ts";
import { useUser } from "#web/lib/user.ts";
import { itemsText } from "#web/text/items.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import type { MenuGroup, MenuItem } from "#web/ui/menu.tsx";
import { useFavoriteItem } from "./favorite-item.ts";
import { useFeatureItem } from "./feature-item.ts";
import styles from "./item.module.css";
import { useWishItem } from "./wish-item.ts";

const text = itemsText;

function SignIn() {
  const { pathname } = useLocation();
  return (
    <div className={styles.acts}>
      <LinkButton icon={Heart} to={signInAddress(pathname)} title={text.signInToFavorite}>
        {text.favorite}
      </LinkButton>
    </div>
  );
}

/** The menu of everything else, with groups of the item's own. */
type ItemMenuSlot = (groups: readonly MenuGroup[]) => ReactNode;

function MemberActs({ item, user, menu }: { item: Item; user: SessionUser; menu: ItemMenuSlot }) {
  const favorite = useFavoriteItem(item);
  const wish = useWishItem(item);
  const feature = useFeatureItem(item);
  // What one has there is nothing to wish for.
  const wishes = !item.owned || item.wished;
  const items: MenuItem[] = [];
  if (wishes) items.push({ label: item.wished ? text.removeWish : text.addWish, icon: Gift, onSelect: wish });
  if (user.role === "admin")
    items.push({
      label: item.is_featured ? text.unfeature : text.feature,
      icon: Sparkles,
      onSelect: feature,
    });
  return (
    <div className={styles.acts}>
      <Button icon={Heart} className={styles.favorite} aria-pressed={item.favorited} onClick={favorite}>
        {text.favorite}
      </Button>
      {wishes && (
        <Button icon={Gift} className={styles.wish} aria-pressed={item.wished} onClick={wish}>
          {text.wish}
        </Button>
      )}
      {item.can_edit && (
        <LinkButton icon={Pencil} to={`/items/${item.id}/edit`}>
          {text.edit}
        </LinkButton>
      )}
      {menu([{ id: "own", items }])}
    </div>
  );
}

/** What one can do with an item: favourite it, wish for it, change it. Visitors are asked to sign in. */
export function ItemActs({ item, menu }: { item: Item; menu: ItemMenuSlot }) {
  const user = useUser();
  return user ? <MemberActs item={item} user={user} menu={menu} /> : <SignIn />;
}
