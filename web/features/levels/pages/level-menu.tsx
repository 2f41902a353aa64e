import { favoriteLevelRoute, type Level } from "#domain/levels/api.ts";
import { ContentMenu } from "#web/features/reports/pages/content-menu.tsx";
import { call } from "#web/lib/api.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { levelText } from "../text/level.ts";

export default function LevelMenu({ level, groups }: { level: Level; groups: readonly MenuGroup[] }) {
  const { id, url, user, favorited, can_edit } = level;
  return (
    <ContentMenu
      author={user}
      reportUrl={`/report/level/${id}`}
      favorited={favorited}
      toggleFavorite={() => call(favoriteLevelRoute, { params: { id } })}
      edit={can_edit ? { label: levelText.editLong, to: `${url}/edit` } : null}
      groups={groups}
    />
  );
}
