import { useQuery } from "@tanstack/react-query";
import { Blocks, House } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { isParam } from "#domain/api/params.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { ApiError } from "#web/lib/api.ts";
import { ask } from "#web/lib/query.ts";
import { itemsText } from "#web/text/items.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Num, Time } from "#web/ui/facts.tsx";
import { Page } from "#web/ui/page.tsx";
import { Person } from "#web/ui/person.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./item.module.css";
import { ItemActs } from "./item-acts.tsx";
import { ItemShow } from "./try-on.tsx";

function Missing() {
  return (
    <Page title={itemsText.missingTitle} heading={null}>
      <h1 className="sr-only">{itemsText.missingTitle}</h1>
      <EmptyState title={itemsText.missingTitle} text={itemsText.missing} art={<Bopi mood="sad" />}>
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {itemsText.browse}
        </LinkButton>
        <LinkButton icon={House} to="/">
          {itemsText.home}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}

function ItemSkeleton() {
  return (
    <div className={styles.item} aria-busy>
      <Skeleton ratio="1" />
      <div className={styles.words}>
        <Skeleton width={70} height={26} />
        <Skeleton width="70%" height={40} />
        <Skeleton width={160} height={40} />
        <SkeletonText lines={3} />
        <Skeleton width={220} height={48} />
      </div>
    </div>
  );
}

function ItemFacts({ item }: { item: Item }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{itemsText.favorites}</dt>
        <dd>
          <Num value={item.favorites_count} />
        </dd>
      </div>
      <div>
        <dt>{itemsText.created}</dt>
        <dd>
          <Time value={item.created_at} />
        </dd>
      </div>
    </dl>
  );
}

function ItemView({ item }: { item: Item }) {
  return (
    <article className={styles.item}>
      <ItemShow item={item} />
      <div className={styles.words}>
        <div className={styles.badges}>
          <Badge className={styles.type}>{itemsText.types[item.type.name] ?? item.type.name}</Badge>
          {item.abbreviated_price && <Badge tone="accent">{itemsText.price(item.abbreviated_price)}</Badge>}
          {item.owned && <Badge tone="playing">{itemsText.owned}</Badge>}
        </div>
        <h1 className={styles.name}>{item.name}</h1>
        <p className={styles.creator}>
          <span className={styles.muted}>{itemsText.by}</span>
          <Person person={item.user} size={40} />
        </p>
        {item.description ? (
          <Truncate>{item.description}</Truncate>
        ) : (
          <p className={styles.muted}>{itemsText.noDescription}</p>
        )}
        <ItemFacts item={item} />
        <ItemActs item={item} />
      </div>
    </article>
  );
}

/** An item's page; the comments come in through the slot. */
export function ItemScreen({ comments }: { comments: (item: Item) => ReactNode }) {
  const { id = "" } = useParams();
  const isId = isParam("id", id);
  const query = useQuery({ ...ask(itemRoute, { params: { id: Number(id) } }), enabled: isId });
  const item = query.data?.item;
  if (!isId || (query.error instanceof ApiError && query.error.status === 404)) return <Missing />;
  return (
    <Page title={item?.name ?? itemsText.title} heading={null}>
      {query.isPending && <ItemSkeleton />}
      {query.isError && !item && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
      )}
      {item && (
        <>
          <ItemView item={item} />
          {comments(item)}
        </>
      )}
    </Page>
  );
}
