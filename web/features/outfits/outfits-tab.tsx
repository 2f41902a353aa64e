import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Shirt } from "lucide-react";
import { useState } from "react";
import type { Avatar } from "#domain/avatar/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { type Outfit, outfitListRoute, wearOutfitRoute } from "#domain/outfits/api.ts";
import { errorText } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { avatarText } from "#web/text/avatar.ts";
import { outfitsText } from "#web/text/outfits.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { CreateOutfit, DeleteOutfit, RenameOutfit } from "./outfit-modals.tsx";
import { OutfitTile } from "./outfit-tile.tsx";
import styles from "./outfits.module.css";

export interface OutfitsTabProps {
  search: string;
  /** Saves the bopi's changes; rejects where that fails. */
  save: () => Promise<void>;
  onWorn: (avatar: Avatar) => void;
}

/** The first element of every outfit list's key. */
export const OUTFITS_KEY = "outfits";

function useOutfits(search: string) {
  return useInfiniteQuery({
    queryKey: [OUTFITS_KEY, search],
    queryFn: ({ pageParam, signal }) =>
      call(outfitListRoute, { params: { page: pageParam, search }, input: { pretty: "1" }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }) => (links.next ? meta.current_page + 1 : undefined),
  });
}

type Asking = { act: "create" } | { act: "rename" | "delete"; outfit: Outfit } | null;

/** Puts an outfit on; what went wrong is shown above the tiles. */
function useWear(onWorn: (avatar: Avatar) => void) {
  const [wearing, setWearing] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const wear = async ({ id }: Outfit) => {
    setWearing(id);
    setError(null);
    try {
      onWorn(await call(wearOutfitRoute, { input: { id } }));
    } catch (failure) {
      setError(errorText(failure, outfitsText.failed));
    } finally {
      setWearing(null);
    }
  };
  return { wearing, error, wear, fail: setError };
}

/** One's outfits: keep a new one, put one on, rename, delete. */
export function OutfitsTab({ search, save, onWorn }: OutfitsTabProps) {
  const client = useQueryClient();
  const list = useOutfits(search);
  const { wearing, error, wear, fail } = useWear(onWorn);
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const refresh = () => client.invalidateQueries({ queryKey: [OUTFITS_KEY] });
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  const outfits = list.data?.pages.flatMap(({ data }) => data);
  // A search counts only what it finds; how many there are in all is known without one.
  const total = search ? 0 : (list.data?.pages[0]?.meta.total ?? 0);
  return (
    <>
      {error && <Banner onDismiss={() => fail(null)}>{error}</Banner>}
      <div className={styles.tiles} aria-busy={!outfits}>
        {!search && <CreateTile total={total} onPress={() => setAsking({ act: "create" })} />}
        {outfits?.map((outfit) => (
          <OutfitTile
            key={outfit.id}
            outfit={outfit}
            busy={wearing === outfit.id}
            onWear={() => void wear(outfit)}
            onRename={() => setAsking({ act: "rename", outfit })}
            onDelete={() => setAsking({ act: "delete", outfit })}
          />
        ))}
        {!outfits && [1, 2, 3, 4].map((bone) => <Skeleton ratio="4 / 5" key={bone} />)}
      </div>
      {outfits?.length === 0 && (
        <EmptyState
          icon={Shirt}
          title={outfitsText.none}
          text={search ? avatarText.noneMatching : outfitsText.noneText}
        />
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {avatarText.showMore}
          </Button>
        </div>
      )}
      {asking?.act === "create" && <CreateOutfit save={save} onDone={refresh} onClose={close} />}
      {asking?.act === "rename" && <RenameOutfit outfit={asking.outfit} onDone={refresh} onClose={close} />}
      {asking?.act === "delete" && (
        <DeleteOutfit outfit={asking.outfit} onDone={refresh} onFail={fail} onClose={close} />
      )}
    </>
  );
}

function CreateTile({ total, onPress }: { total: number; onPress: () => void }) {
  const full = total >= LIMITS.outfits;
  return (
    <button type="button" className={styles.create} disabled={full} onClick={onPress}>
      <Plus aria-hidden />
      <strong>{outfitsText.create}</strong>
      <span>{full ? outfitsText.full : outfitsText.createHint}</span>
      <small>{outfitsText.count(total)}</small>
    </button>
  );
}
