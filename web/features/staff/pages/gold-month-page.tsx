import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { abbreviatedPrice, monthOf } from "#domain/items/rules.ts";
import { goldMonthsRoute } from "#domain/staff/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { itemCardText } from "#web/components/text/item-card.ts";
import { invalidate } from "#web/lib/cache.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { goldMonthText as text } from "../text/gold-month.ts";
import type { GoldMonthItem } from "../tools/gold-month-form.tsx";
import { Picker } from "../tools/picker.tsx";
import { ToolSkeleton } from "../tools/tool-skeleton.tsx";
import styles from "../tools/tools.module.css";

const form = lazyPart(() => import("../tools/gold-month-form.tsx"));

type Month = OutputOf<typeof goldMonthsRoute>["data"][number];

interface MonthSectionProps {
  month: Month;
  isNow: boolean;
  onEdit: (item: GoldMonthItem) => void;
}

function MonthSection({ month, isNow, onEdit }: MonthSectionProps) {
  return (
    <Section
      heading={itemCardText.month(month.month)}
      actions={isNow && <Badge tone="accent">{text.now}</Badge>}
    >
      <ul className={styles.rows}>
        {month.items.map((item) => (
          <li key={item.id} className={styles.row}>
            <img
              className={styles.picture}
              data-kind="items"
              src={item.thumbnail_url}
              width={56}
              height={56}
              alt=""
              loading="lazy"
            />
            <span className={styles.name}>
              <TextLink standalone plain to={`/items/${item.id}`}>
                <bdi>{item.name}</bdi>
              </TextLink>
              <small>
                {item.price ? text.to(abbreviatedPrice(item.price)) : text.free}
                {item.gold_month_description && (
                  <>
                    {" "}
                    · <bdi>{item.gold_month_description}</bdi>
                  </>
                )}
              </small>
            </span>
            <Button size="s" icon={Pencil} aria-label={text.editOf(item.name)} onClick={() => onEdit(item)}>
              {text.edit}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export default function StaffGoldMonthPage() {
  const client = useQueryClient();
  const list = useQuery(queryFor(goldMonthsRoute, {}));
  const [item, setItem] = useState<GoldMonthItem | null>(null);
  const now = monthOf(useNow());
  const months = list.data?.data;
  return (
    <Page title={text.title}>
      <StaffNav />
      <p className={styles.muted}>{text.intro}</p>
      <Picker kind="items" label={text.add} actionLabel={text.form} onPick={setItem} />
      {list.isPending && <ToolSkeleton text={text.loading} />}
      <QueryError query={list} always />
      {months?.length === 0 && (
        <EmptyState
          title={text.none}
          text={text.noneText}
          pose="sit"
          noAction="The search that adds an item is above"
        />
      )}
      {months?.map((month) => (
        <MonthSection key={month.month} month={month} isNow={month.month === now} onEdit={setItem} />
      ))}
      {item && (
        <OnDemand
          part={form}
          props={{
            item,
            month: now,
            onClose: () => setItem(null),
            onDone: () =>
              void invalidate(client, ["/api/staff/gold-months", "/api/items/**", "/api/shop/**"]),
          }}
        />
      )}
    </Page>
  );
}
