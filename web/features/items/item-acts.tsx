import { Ellipsis, Flag, Heart } from "lucide-react";
import { useLocation } from "react-router";
import type { Item } from "#domain/items/api.ts";
import { useUser } from "#web/lib/user.ts";
import { itemsText } from "#web/text/items.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";
import { useFavoriteItem } from "./favorite-item.ts";
import styles from "./item.module.css";

/** What one can do with an item: favourite it, report it. Visitors are asked to sign in. */
export function ItemActs({ item }: { item: Item }) {
  const user = useUser();
  const { pathname } = useLocation();
  const favorite = useFavoriteItem(item);
  if (!user) {
    return (
      <div className={styles.acts}>
        <LinkButton
          icon={Heart}
          to={`/login?next=${encodeURIComponent(pathname)}`}
          title={itemsText.signInToFavorite}
        >
          {itemsText.favorite}
        </LinkButton>
      </div>
    );
  }
  const items: MenuItem[] = [
    {
      label: item.favorited ? itemsText.removeFavorite : itemsText.addFavorite,
      icon: Heart,
      onSelect: favorite,
    },
  ];
  if (item.user.id !== user.id) {
    items.push({ label: itemsText.report, icon: Flag, to: `/report/item/${item.id}` });
  }
  return (
    <div className={styles.acts}>
      <Button icon={Heart} className={styles.favorite} aria-pressed={item.favorited} onClick={favorite}>
        {itemsText.favorite}
      </Button>
      <Menu
        label={itemsText.more}
        groups={[{ id: "acts", items }]}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={itemsText.more} variant="solid" />}
      />
    </div>
  );
}
