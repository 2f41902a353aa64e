import { useParams } from "react-router";
import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "../item.module.css";
import { ItemDetails } from "../item-details.tsx";
import { useItem } from "../item-query.ts";
import { MissingItem } from "../missing-item.tsx";
import { itemsText } from "../text/items.ts";

const commentMenu = lazyPart(() => import("#web/features/comments/pages/comment-menu.tsx"));
const itemMenu = lazyPart(() => import("./item-menu.tsx"));

export default function ItemPage() {
  const { id } = useParams();
  const { item, isMissing, ...query } = useItem(id);
  if (isMissing) return <MissingItem />;
  return (
    <Page title={item?.name ?? itemsText.title} heading={null}>
      {query.isPending && (
        <div className={styles.item} aria-busy>
          <Skeleton ratio="1" />
          <div className={styles.text}>
            <Skeleton width={70} height={26} />
            <Skeleton width="70%" height={40} />
            <Skeleton width={160} height={40} />
            <Skeleton height={92} />
            <SkeletonText lines={3} />
            <Skeleton width={220} height={48} />
          </div>
        </div>
      )}
      <QueryError query={query} />
      {item && (
        <ItemDetails
          item={item}
          key={item.id}
          comments={
            <CommentsSection
              type="item"
              id={item.id}
              disabled={!item.comments_enabled}
              menu={(comment, actions) => <LazyMenu part={commentMenu} props={{ comment, ...actions }} />}
              key={item.id}
            />
          }
          follow={<FollowButton creator={item.user} following={item.follows_creator} size="s" />}
          menu={(groups) => <LazyMenu part={itemMenu} variant="solid" props={{ item, groups }} />}
        />
      )}
    </Page>
  );
}
