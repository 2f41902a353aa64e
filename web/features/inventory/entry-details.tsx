import { MousePointerClick, Tag } from "lucide-react";
import { Link } from "react-router";
import type { InventoryEntry } from "#domain/inventory/api.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { Person } from "#web/components/person.tsx";
import { itemTypesText } from "#web/components/text/item-types.ts";
import { useTryOn } from "#web/components/use-try-on.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { entryItem } from "./entry-grid.tsx";
import { EntryHistory } from "./entry-history.tsx";
import styles from "./inventory.module.css";
import { inventoryText } from "./text.ts";

const text = inventoryText;

export interface EntryDetailsProps {
  entry: InventoryEntry;
  /** The owner of the inventory. */
  username: string;
  isOwn: boolean;
}

/** The item's picture, which links to its page. Shows the item on the own bopi like its card. */
function LinkedPicture({ item, to }: { item: ItemCardData; to: string }) {
  const [tryOnListeners, onBopi] = useTryOn(item);
  return (
    // Not focusable: the name next to it is the same link.
    <Link {...tryOnListeners} className={styles.picture} to={to} tabIndex={-1}>
      <ItemPicture item={item} width={280} height={280} alt={text.picture(item.name)} />
      {onBopi}
    </Link>
  );
}

/** An entry's item, creator and history. Name and picture link to the item's page. */
export function EntryDetails({ entry, username, isOwn }: EntryDetailsProps) {
  const item = entryItem(entry);
  if (!item) return null;
  const to = `/items/${item.id}`;
  return (
    <article className={styles.details}>
      <LinkedPicture item={item} to={to} />
      <h2 className={styles.name} dir="auto">
        <TextLink standalone plain to={to}>
          {item.name}
        </TextLink>
      </h2>
      {item.description ? (
        <Truncate>{item.description}</Truncate>
      ) : (
        <p className={styles.muted}>{text.noDescription}</p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{text.type}</dt>
          <dd>{itemTypesText[item.type.name] ?? item.type.name}</dd>
        </div>
        <div>
          <dt>{text.creator}</dt>
          <dd>
            <Person person={item.user} size={28} />
          </dd>
        </div>
        {entry.serial !== null && (
          <div>
            <dt>{text.serial}</dt>
            <dd className={styles.serial}>{text.serialNumber(entry.serial)}</dd>
          </div>
        )}
        {entry.resale_price !== null && (
          <div>
            <dt>{text.offered}</dt>
            <dd className={styles.serial}>{text.price(entry.resale_price)}</dd>
          </div>
        )}
      </dl>
      {isOwn && entry.can_offer && (
        <LinkButton icon={Tag} to={to}>
          {entry.resale_price === null ? text.offer : text.manageOffer}
        </LinkButton>
      )}
      <section className={styles.history}>
        <h3>{text.history}</h3>
        <EntryHistory entry={entry} username={username} />
      </section>
    </article>
  );
}

/** Shown while no entry is selected. */
export function NoEntrySelected() {
  return (
    <div className={styles.noneSelected}>
      <MousePointerClick aria-hidden />
      <p className={styles.noneTitle}>{text.noneSelected}</p>
      <p>{text.noneSelectedHint}</p>
    </div>
  );
}
