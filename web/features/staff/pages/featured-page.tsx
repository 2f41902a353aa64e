import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { featureLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { featureItemRoute } from "#domain/shop/api.ts";
import { featuredRoute } from "#domain/staff/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import type { Target } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { featuredText as text } from "../text/featured.ts";
import { Picker } from "../tools/picker.tsx";
import { ToolSkeleton } from "../tools/tool-skeleton.tsx";
import styles from "../tools/tools.module.css";

/** The list itself, and everything that shows whether something is featured. */
const SHOWS_FEATURED: readonly Target[] = [
  "/api/staff/featured",
  "/api/levels/**",
  "/api/items/**",
  "/api/shop/**",
];

interface Featurable {
  kind: "level" | "item";
  id: number;
  name: string;
  featured: boolean;
}

const useSetFeatured = () =>
  useAction(
    async ({ kind, id, featured }: Featurable): Promise<void> => {
      const args = { params: { id }, input: { featured } };
      await (kind === "level" ? call(featureLevelRoute, args) : call(featureItemRoute, args));
    },
    {
      toast: (_, { name, featured }) => (featured ? text.added(name) : text.removed(name)),
      errors: "toast",
      changes: SHOWS_FEATURED,
      parallel: true,
    },
  );

interface RowProps {
  name: string;
  url: string;
  picture: string;
  wide?: boolean;
  note: string;
  busy: boolean;
  onRemove: () => void;
}

function Row({ name, url, picture, wide, note, busy, onRemove }: RowProps) {
  return (
    <li className={styles.row}>
      <img
        className={styles.picture}
        data-kind={wide ? "levels" : "items"}
        src={picture}
        width={56}
        height={56}
        alt=""
        loading="lazy"
      />
      <span className={styles.name}>
        <TextLink standalone plain to={url}>
          <bdi>{name}</bdi>
        </TextLink>
        <small>{note}</small>
      </span>
      <Button size="s" icon={X} busy={busy} aria-label={text.removeOf(name)} onClick={onRemove}>
        {text.remove}
      </Button>
    </li>
  );
}

export default function StaffFeaturedPage() {
  const list = useQuery(queryFor(featuredRoute, {}));
  const feature = useSetFeatured();
  const isBusy = (kind: Featurable["kind"], id: number) =>
    feature.busyWith?.kind === kind && feature.busyWith.id === id;
  const { levels, items } = list.data ?? {};
  return (
    <Page title={text.title}>
      <StaffNav />
      <p className={styles.muted}>{text.intro}</p>
      <QueryError query={list} always />
      {list.isPending && <ToolSkeleton text={text.loading} />}
      {levels && items && (
        <div className={styles.halves}>
          <Section heading={text.levels}>
            <p className={styles.muted}>{text.levelsText(LIMITS.pageSize.featured)}</p>
            <Picker
              kind="levels"
              label={text.addLevel}
              actionLabel={text.feature}
              onPick={({ id, title }) => feature.run({ kind: "level", id, name: title, featured: true })}
            />
            {levels.length === 0 && <p className={styles.empty}>{text.noLevels}</p>}
            <ul className={styles.rows}>
              {levels.map(({ id, title, url, thumbnail_url, user, visibility }) => (
                <Row
                  key={id}
                  wide
                  name={title}
                  url={url}
                  picture={thumbnail_url}
                  note={visibility === "private" ? text.isPrivate : text.by(user.username)}
                  busy={isBusy("level", id)}
                  onRemove={() => feature.run({ kind: "level", id, name: title, featured: false })}
                />
              ))}
            </ul>
          </Section>
          <Section heading={text.items}>
            <p className={styles.muted}>{text.itemsText(LIMITS.pageSize.featuredItems)}</p>
            <Picker
              kind="items"
              label={text.addItem}
              actionLabel={text.feature}
              onPick={({ id, name }) => feature.run({ kind: "item", id, name, featured: true })}
            />
            {items.length === 0 && <p className={styles.empty}>{text.noItems}</p>}
            <ul className={styles.rows}>
              {items.map(({ id, name, thumbnail_url, user }) => (
                <Row
                  key={id}
                  name={name}
                  url={`/items/${id}`}
                  picture={thumbnail_url}
                  note={text.by(user.username)}
                  busy={isBusy("item", id)}
                  onRemove={() => feature.run({ kind: "item", id, name, featured: false })}
                />
              ))}
            </ul>
          </Section>
        </div>
      )}
    </Page>
  );
}
