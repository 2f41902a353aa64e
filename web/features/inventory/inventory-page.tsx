import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { isParam } from "#domain/api/params.ts";
import { type InventoryEntry, inventoryRoute } from "#domain/inventory/api.ts";
import {
  type InventoryView,
  inventoryInput,
  readInventoryView,
  writeInventoryView,
} from "#domain/inventory/view.ts";
import { ResponseError } from "#web/lib/api.ts";
import { useMedia } from "#web/lib/media.ts";
import { queryFor } from "#web/lib/query.ts";
import { STAY, staysInPlace } from "#web/lib/stay.ts";
import { useUser } from "#web/lib/user.ts";
import { inventoryText } from "#web/text/inventory.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Missing } from "#web/ui/missing.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Categories } from "./categories.tsx";
import { EntryDetails, NoneSelected } from "./entry-details.tsx";
import { EntryGrid, EntryGridSkeleton, itemOf } from "./entry-grid.tsx";
import styles from "./inventory.module.css";
import { NoItems } from "./inventory-empty.tsx";
import { Owner } from "./owner.tsx";

/** As narrow as in the style sheet: there is no room for the panel, so a sheet comes up. */
const NARROW = "(max-width: 760px)";

/** The address after a choice: everything but the page and the entry goes back to the first page. */
function addressOf(view: InventoryView, choice: Partial<InventoryView>): string {
  return `?${writeInventoryView({ ...view, ...("entry" in choice ? {} : { page: 1, entry: null }), ...choice })}`;
}

function NoSuchUser() {
  return (
    <Missing title={inventoryText.missingTitle} text={inventoryText.missing}>
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {inventoryText.browse}
      </LinkButton>
    </Missing>
  );
}

interface DetailsProps {
  entry: InventoryEntry | undefined;
  username: string;
  isOwn: boolean;
  onClose: () => void;
}

/** The chosen entry beside the grid; where there is no room, in a sheet over it. */
function Details({ entry, username, isOwn, onClose }: DetailsProps) {
  const narrow = useMedia(NARROW);
  if (narrow) {
    return (
      <>
        {/* Keeps its place under the sheet, so that nothing moves. */}
        <p className={cx(styles.hint, entry && styles.unseen)}>
          <strong>{inventoryText.noneSelected}</strong> {inventoryText.noneSelectedHint}
        </p>
        <Modal open={entry !== undefined} onClose={onClose} title={inventoryText.panel}>
          {entry && <EntryDetails entry={entry} username={username} isOwn={isOwn} />}
        </Modal>
      </>
    );
  }
  return (
    <section className={styles.panel} aria-label={inventoryText.panel}>
      {entry ? (
        <EntryDetails entry={entry} username={username} isOwn={isOwn} key={entry.id} />
      ) : (
        <NoneSelected />
      )}
      <p className="sr-only" role="status">
        {entry && inventoryText.selected(itemOf(entry)?.name ?? "")}
      </p>
    </section>
  );
}

const isMissing = (error: unknown) => error instanceof ResponseError && error.status === 404;

/** What somebody owns or likes. All it shows is in the address. */
export default function InventoryPage() {
  const { username: asked = "" } = useParams();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const user = useUser();
  const view = readInventoryView(query);
  const isName = isParam("username", asked);
  const list = useQuery({
    ...queryFor(inventoryRoute, { params: { username: asked }, input: inventoryInput(view) }),
    placeholderData: keepPreviousData,
    enabled: isName,
  });
  const [owner, setOwner] = useState(list.data?.user);
  // Stays when the next list can't be had.
  if (list.data && list.data.user !== owner) setOwner(list.data.user);
  if (!isName || isMissing(list.error)) return <NoSuchUser />;

  const username = owner?.username ?? asked;
  const isOwn = user?.username.toLowerCase() === asked.toLowerCase();
  const hrefOf = (choice: Partial<InventoryView>) => addressOf(view, choice);
  // A failed load hides the items, also those that were there before.
  const { data: entries, meta } = (list.isError ? undefined : list.data) ?? {};
  const entry = entries?.find(({ id }) => id === view.entry);
  // Back to the step before the look, where that is one of this page's own.
  const close = () =>
    staysInPlace(state) ? navigate(-1) : navigate(hrefOf({ entry: null }), { replace: true, state: STAY });
  return (
    <Page title={inventoryText.title(username)} heading={null}>
      <Owner owner={owner} username={username} isOwn={isOwn} />
      <div className={styles.room}>
        <Categories chosen={view.category} hrefOf={(category) => hrefOf({ category })} />
        <div className={styles.shelf}>
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
          {list.isError && (
            <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
          )}
          {list.isPending && <EntryGridSkeleton />}
          {entries && entries.length > 0 && (
            <EntryGrid
              entries={entries}
              chosen={view.entry}
              hrefOf={(id) => hrefOf({ entry: id })}
              stale={list.isPlaceholderData}
            />
          )}
          {meta && entries?.length === 0 && !list.isPlaceholderData && (
            <NoItems view={view} total={meta.total} username={username} isOwn={isOwn} hrefOf={hrefOf} />
          )}
          {meta && (
            <Pagination
              page={view.page}
              lastPage={meta.last_page}
              hrefOf={(page) => hrefOf({ page, entry: null })}
            />
          )}
        </div>
        <Details entry={entry} username={username} isOwn={isOwn} onClose={close} />
      </div>
    </Page>
  );
}
