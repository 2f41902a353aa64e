import { favoriteItemRoute, type Item } from "#domain/items/api.ts";
import { popoverText } from "#web/components/text/popover.ts";
import { ContentMenu } from "#web/features/reports/pages/content-menu.tsx";
import { call } from "#web/lib/api.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";

export default function ItemMenu({ item, groups }: { item: Item; groups: readonly MenuGroup[] }) {
  const { id, user, favorited, can_edit } = item;
  return (
    <ContentMenu
      author={user}
      reportUrl={`/report/item/${id}`}
      favorited={favorited}
      toggleFavorite={() => call(favoriteItemRoute, { params: { id } })}
      edit={can_edit ? { label: popoverText.edit, to: `/items/${id}/edit` } : null}
      groups={groups}
    />
  );
}
