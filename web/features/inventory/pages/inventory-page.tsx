import { useQuery } from "@tanstack/react-query";
import { Blocks, Brush, Heart, LayoutGrid, type LucideIcon, RotateCcw, Shirt, UserRound } from "lucide-react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { type InventoryEntry, inventoryRoute } from "#domain/inventory/api.ts";
import {
  INVENTORY_CATEGORIES,
  type InventoryCategory,
  type InventoryView,
  inventoryInput,
  readInventoryView,
  writeInventoryView,
} from "#domain/inventory/view.ts";
import { itemTypeByName } from "#domain/items/item-types.ts";
import { hasTemplate } from "#domain/items/rules.ts";
import { EmptyState, FirstPageLink } from "#web/components/empty-state.tsx";
import { OwnerHead, OwnerPicture } from "#web/components/owner-head.tsx";
import { TYPE_ICONS } from "#web/components/type-icons.ts";
import { MissingUser } from "#web/features/users/missing-user.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { KEEP_SCROLL, keepsScroll } from "#web/lib/keep-scroll.ts";
import { useLast } from "#web/lib/last.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { CategoryNav } from "#web/ui/category-nav.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { QueryError } from "#web/ui/states.tsx";
import {
  EntryDetails,
  EntryGrid,
  EntryGridSkeleton,
  entryItem,
  inventoryText,
  NoEntrySelected,
} from "../entry-details.tsx";
import styles from "../inventory.module.css";

interface InventoryEmptyProps {
  view: InventoryView;
  total: number;
  username: string;
  isOwn: boolean;
  hrefOf: (view: Partial<InventoryView>) => string;
}

function reasonOf({ view, total, username, isOwn }: InventoryEmptyProps): string {
  const { search, category } = view;
  if (total > 0) return inventoryText.nonePage;
  if (search) return inventoryText.noneMatching(search);
  if (category === "favorites")
    return isOwn ? inventoryText.noneFavoritesOwn : inventoryText.noneFavorites(username);
  if (!isOwn) return inventoryText.noneOther(username);
  return canCreate(category) ? inventoryText.noneOwn : inventoryText.noneOwnOfficial;
}

/** Whether members can create items of a category. */
const canCreate = (category: InventoryView["category"]): boolean => {
  const type = itemTypeByName(category);
  return category === "all" || (type !== null && hasTemplate(type));
};

function NextStep({ view, total, username, isOwn, hrefOf }: InventoryEmptyProps) {
  const { search, category } = view;
  if (total > 0) {
    return <FirstPageLink to={hrefOf({ page: 1 })} />;
  }
  if (search) {
    return (
      <LinkButton variant="primary" icon={RotateCcw} to={hrefOf({ search: "" })}>
        {inventoryText.clearSearch}
      </LinkButton>
    );
  }
  const showsCreate = isOwn && canCreate(category);
  return (
    <>
      {showsCreate && (
        <LinkButton
          variant="primary"
          icon={Brush}
          to={category === "all" ? "/shop/create/" : `/shop/create/?type=${category}`}
        >
          {inventoryText.make}
        </LinkButton>
      )}
      {category !== "all" && (
        <LinkButton
          variant={showsCreate ? "plain" : "primary"}
          icon={LayoutGrid}
          to={hrefOf({ category: "all" })}
        >
          {inventoryText.showAll}
        </LinkButton>
      )}
      {category === "all" && !isOwn && (
        <LinkButton variant="primary" icon={UserRound} to={`/users/${username}`}>
          {inventoryText.toProfile(username)}
        </LinkButton>
      )}
    </>
  );
}

function InventoryEmpty(props: InventoryEmptyProps) {
  return (
    <EmptyState title={inventoryText.none} text={reasonOf(props)} pose={props.isOwn ? "carry" : "shrug"}>
      <NextStep {...props} />
    </EmptyState>
  );
}

const ICONS: Record<InventoryCategory, LucideIcon> = { all: LayoutGrid, favorites: Heart, ...TYPE_ICONS };

function InventoryCategories({
  chosen,
  hrefOf,
}: {
  chosen: InventoryCategory;
  hrefOf: (category: InventoryCategory) => string;
}) {
  const links = INVENTORY_CATEGORIES.map((id) => ({
    id,
    label: inventoryText.categories[id],
    icon: ICONS[id],
    to: hrefOf(id),
    active: id === chosen,
  }));
  return (
    <CategoryNav label={inventoryText.categoriesLabel} groups={[{ links }]} className={styles.categories} />
  );
}

/** The style sheet's breakpoint: below it the details open in a sheet instead of the panel. */
const NARROW = "(max-width: 760px)";

/** Returns the URL after a choice. Any choice except the page and the entry resets to the first page. */
function inventoryHref(view: InventoryView, choice: Partial<InventoryView>): string {
  return `?${writeInventoryView({ ...view, ...("entry" in choice ? {} : { page: 1, entry: null }), ...choice })}`;
}

interface DetailsProps {
  narrow: boolean;
  entry: InventoryEntry | undefined;
  username: string;
  isOwn: boolean;
  onClose: () => void;
}

function Details({ narrow, entry, username, isOwn, onClose }: DetailsProps) {
  if (narrow) {
    return (
      <Modal open={entry !== undefined} onClose={onClose} title={inventoryText.panel}>
        {entry && <EntryDetails entry={entry} username={username} isOwn={isOwn} />}
      </Modal>
    );
  }
  return (
    <section className={styles.panel} aria-label={inventoryText.panel}>
      {entry ? (
        <EntryDetails entry={entry} username={username} isOwn={isOwn} key={entry.id} />
      ) : (
        <NoEntrySelected />
      )}
      <p className="sr-only" role="status">
        {entry && inventoryText.selected(entryItem(entry)?.name ?? "")}
      </p>
    </section>
  );
}

export default function InventoryPage() {
  const { username: requestedName = "" } = useParams();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const user = useUser();
  const narrow = useMediaQuery(NARROW);
  const view = readInventoryView(query);
  const isValidName = isValidParam("username", requestedName);
  const list = useQuery({
    ...listQueryFor(inventoryRoute, { params: { username: requestedName }, input: inventoryInput(view) }),
    enabled: isValidName,
  });
  const owner = useLast(requestedName, list.data?.user);
  if (!isValidName || isNotFound(list.error))
    return (
      <MissingUser>
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {inventoryText.browse}
        </LinkButton>
      </MissingUser>
    );

  const username = owner?.username ?? requestedName;
  const isOwn = user?.username.toLowerCase() === requestedName.toLowerCase();
  const hrefOf = (choice: Partial<InventoryView>) => inventoryHref(view, choice);
  // A failed load also hides the previous items.
  const { data: entries, meta } = (list.isError ? undefined : list.data) ?? {};
  const entry = entries?.find(({ id }) => id === view.entry);
  // Goes back if this page opened the entry itself, otherwise replaces the URL.
  const close = () =>
    keepsScroll(state)
      ? navigate(-1)
      : navigate(hrefOf({ entry: null }), { replace: true, state: KEEP_SCROLL });
  return (
    <Page title={inventoryText.title(username)} heading={null}>
      <OwnerHead
        title={inventoryText.title(username)}
        picture={<OwnerPicture owner={owner} size={72} />}
        action={
          isOwn && (
            <LinkButton icon={Shirt} to="/avatar" className={styles.editAvatar}>
              {inventoryText.dress}
            </LinkButton>
          )
        }
      >
        {owner && <span>{inventoryText.spirit(owner.level)}</span>}
        <TextLink standalone to={`/users/${username}`}>
          {inventoryText.profile}
        </TextLink>
      </OwnerHead>
      <div className={styles.layout}>
        <InventoryCategories chosen={view.category} hrefOf={(category) => hrefOf({ category })} />
        <div className={styles.content}>
          <div className={styles.bar}>
            <div className={styles.search}>
              <SearchBox
                label={inventoryText.search}
                value={view.search}
                onSearch={(search, more) => navigate(hrefOf({ search }), { replace: more })}
              />
            </div>
            <p className={styles.total} role="status">
              {meta && inventoryText.total(meta.total)}
            </p>
          </div>
          {narrow && (
            // Stays in the layout under the sheet, to prevent a layout shift.
            <p className={cx(styles.hint, entry && styles.invisible)}>
              <strong>{inventoryText.noneSelected}</strong> {inventoryText.noneSelectedHint}
            </p>
          )}
          <QueryError query={list} always />
          {list.isPending && <EntryGridSkeleton />}
          {entries && entries.length > 0 && (
            <EntryGrid
              entries={entries}
              chosen={view.entry}
              hrefOf={(id) => hrefOf({ entry: id })}
              stale={list.isPlaceholderData}
            />
          )}
          {meta && entries?.length === 0 && (
            <InventoryEmpty
              view={view}
              total={meta.total}
              username={username}
              isOwn={isOwn}
              hrefOf={hrefOf}
            />
          )}
          <Pagination page={view.page} meta={meta} hrefOf={(page) => hrefOf({ page, entry: null })} />
        </div>
        <Details narrow={narrow} entry={entry} username={username} isOwn={isOwn} onClose={close} />
      </div>
    </Page>
  );
}
