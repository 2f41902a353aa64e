import { useQueryClient } from "@tanstack/react-query";
import { Gift, Heart, Pencil, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { favoriteItemRoute, type Item } from "#domain/items/api.ts";
import { featureItemRoute } from "#domain/shop/api.ts";
import { wishItemRoute } from "#domain/wishlist/api.ts";
import { type ActionOptions, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import type { MenuGroup, MenuItem } from "#web/ui/menu-item.ts";
import { ShareButton } from "#web/ui/share-button.tsx";
import styles from "./item.module.css";
import { CHANGED_BY_TRADE, itemQueryOptions, patchItem } from "./item-query.ts";
import { itemsText as text } from "./text/items.ts";

interface ItemToggle extends Pick<ActionOptions<void, Partial<Item>>, "changes"> {
  name: string;
  toggle: (item: Item) => Partial<Item>;
  send: () => Promise<Partial<Item>>;
}

function useItemToggle({ id }: Item, { name, toggle, send, changes = [] }: ItemToggle): () => void {
  const client = useQueryClient();
  const { run } = useAction(send, {
    queue: `${name} item ${id}`,
    optimistic: async () => {
      await client.cancelQueries({ queryKey: itemQueryOptions(id).queryKey });
      const toggleItem = () => patchItem(client, id, toggle);
      toggleItem();
      return toggleItem;
    },
    onDone: (response) => patchItem(client, id, () => response),
    errors: "modal",
    changes,
  });
  return () => void run();
}

function useFeatureItem({ id, name }: Item): () => void {
  const client = useQueryClient();
  const { run } = useAction(() => call(featureItemRoute, { params: { id } }), {
    toast: ({ featured }) => (featured ? text.featured(name) : text.unfeatured(name)),
    onDone: ({ featured }) => patchItem(client, id, () => ({ is_featured: featured })),
    errors: "modal",
    changes: CHANGED_BY_TRADE,
    queue: `feature item ${id}`,
  });
  return () => void run();
}

const useWishItem = (item: Item): (() => void) =>
  useItemToggle(item, {
    name: "wish",
    toggle: ({ wished, wishes_count }) => ({
      wished: !wished,
      wishes_count: wishes_count + (wished ? -1 : 1),
    }),
    send: () => call(wishItemRoute, { params: { id: item.id } }),
    changes: ["/api/wishlist"],
  });

const useFavoriteItem = (item: Item): (() => void) =>
  useItemToggle(item, {
    name: "favorite",
    toggle: ({ favorited, favorites_count }) => ({
      favorited: !favorited,
      favorites_count: favorites_count + (favorited ? -1 : 1),
    }),
    send: () => call(favoriteItemRoute, { params: { id: item.id } }),
  });

function ShareItem({ item }: { item: Item }) {
  return <ShareButton title={item.name} path={`/items/${item.id}`} iconOnly />;
}

type ItemMenuSlot = (groups: readonly MenuGroup[]) => ReactNode;

function MemberActions({ item, user, menu }: { item: Item; user: SessionUser; menu: ItemMenuSlot }) {
  const favorite = useFavoriteItem(item);
  const wish = useWishItem(item);
  const feature = useFeatureItem(item);
  // Owned items can't be wished for.
  const canWish = !item.owned || item.wished;
  const items: MenuItem[] = [];
  if (canWish)
    items.push({ label: item.wished ? text.removeWish : text.addWish, icon: Gift, onSelect: wish });
  if (user.role === "admin")
    items.push({
      label: item.is_featured ? text.unfeature : text.feature,
      icon: Sparkles,
      onSelect: feature,
    });
  return (
    <div className={styles.actions}>
      <Button icon={Heart} className={styles.favorite} aria-pressed={item.favorited} onClick={favorite}>
        {text.favorite}
      </Button>
      {canWish && (
        <Button icon={Gift} className={styles.wish} aria-pressed={item.wished} onClick={wish}>
          {text.wish}
        </Button>
      )}
      {item.can_edit && (
        <LinkButton icon={Pencil} to={`/items/${item.id}/edit`}>
          {text.edit}
        </LinkButton>
      )}
      <ShareItem item={item} />
      {menu([{ id: "own", items }])}
    </div>
  );
}

export function ItemActions({ item, menu }: { item: Item; menu: ItemMenuSlot }) {
  const user = useUser();
  const { pathname } = useLocation();
  if (user) return <MemberActions item={item} user={user} menu={menu} />;
  return (
    <div className={styles.actions}>
      <LinkButton icon={Heart} to={signInUrl(pathname)} title={text.signInToFavorite}>
        {text.favorite}
      </LinkButton>
      <ShareItem item={item} />
    </div>
  );
}
