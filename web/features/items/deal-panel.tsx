import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Crown, LogIn, Shirt, ShoppingCart, Tag, Undo2 } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { wearUrl } from "#domain/avatar/view.ts";
import type { Item } from "#domain/items/api.ts";
import { canBuyType, isOfficial, monthOf, netPrice } from "#domain/items/rules.ts";
import { listingsRoute, offerCopyRoute } from "#domain/shop/api.ts";
import { CoinPrice } from "#web/components/coin-price.tsx";
import { coinsText } from "#web/components/text/coins.ts";
import { itemCardText } from "#web/components/text/item-card.ts";
import { VerifyToTrade } from "#web/components/verify-to-trade.tsx";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { copyDeal, type Deal, itemDeal } from "./deal.ts";
import styles from "./deal-panel.module.css";
import { itemAvailability } from "./item-availability.ts";
import { CHANGED_BY_TRADE, patchItem } from "./item-query.ts";
import { tradeText as text } from "./text/trade.ts";

interface GoldMonthNoteProps {
  item: Pick<Item, "gold_month" | "gold_month_description">;
  now: number;
}

export function GoldMonthNote({ item: { gold_month, gold_month_description }, now }: GoldMonthNoteProps) {
  if (!gold_month || !gold_month_description || gold_month < monthOf(now)) return null;
  return (
    <div className={styles.goldMonth}>
      <Crown aria-hidden />
      <Truncate>{gold_month_description}</Truncate>
    </div>
  );
}

const offerModal = lazyPart(() => import("./offer-modal.tsx"));

interface OwnCopyProps {
  item: Item;
  copy: NonNullable<Item["copy"]>;
}

function WithdrawOffer({ item, copy }: OwnCopyProps) {
  const client = useQueryClient();
  const { busy, run } = useAction(
    () => call(offerCopyRoute, { params: { id: copy.id }, input: { price: 0 } }),
    {
      toast: () => text.tookBack,
      onDone: () =>
        patchItem(client, item.id, ({ listings_count }) => ({
          copy: { ...copy, resale_price: null },
          listings_count: Math.max(0, listings_count - 1),
        })),
      errors: "modal",
      changes: CHANGED_BY_TRADE,
    },
  );
  return (
    <Button icon={Undo2} busy={busy} onClick={() => run()}>
      {text.takeBack}
    </Button>
  );
}

function Resale({ item, copy }: OwnCopyProps) {
  const [open, setOpen] = useState(false);
  const verified = useUser()?.email_verified ?? false;
  const { resale_price: price } = copy;
  return (
    <>
      <p className={styles.hint}>
        {price === null ? text.offerHint : `${text.offered(price)} ${coinsText.netOnce(netPrice(price))}`}
      </p>
      <div className={styles.actions}>
        {verified && (
          <Button variant={price === null ? "primary" : "plain"} icon={Tag} onClick={() => setOpen(true)}>
            {price === null ? text.offer : text.change}
          </Button>
        )}
        {price !== null && <WithdrawOffer item={item} copy={copy} />}
      </div>
      {!verified && <VerifyToTrade kind="sell" />}
      {open && <OnDemand part={offerModal} props={{ item, copy, onClose: () => setOpen(false) }} />}
    </>
  );
}

function OwnCopy({ item, copy }: OwnCopyProps) {
  const { serial, resale_price } = copy;
  const user = useUser();
  const isUnverifiedMaker =
    user?.id === item.user.id &&
    !user.email_verified &&
    !isOfficial(item.type.id) &&
    item.purchasable !== "offsale";
  return (
    <>
      <div className={styles.row}>
        <p className={styles.owned}>
          <Check aria-hidden />
          {text.owned}
          {serial !== null && <span className={styles.serial}>{text.serial(serial)}</span>}
        </p>
        {/* Items that aren't public can't be equipped or sold. */}
        {resale_price === null && !item.review && (
          <LinkButton icon={Shirt} to={wearUrl(item)}>
            {text.wear}
          </LinkButton>
        )}
      </div>
      {item.is_purchasable && <p className={styles.hint}>{text.othersPay(item.price)}</p>}
      {isUnverifiedMaker && <VerifyToTrade kind="sell" />}
      {item.is_resold && !item.review && serial !== null && <Resale item={item} copy={copy} />}
    </>
  );
}

function SignIn() {
  const { pathname, search } = useLocation();
  return (
    <LinkButton variant="primary" size="l" icon={LogIn} to={signInUrl(pathname + search)}>
      {text.signIn}
    </LinkButton>
  );
}

interface BuyButtonProps {
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function BuyButton({ busy, onClick, children }: BuyButtonProps) {
  return (
    <Button variant="primary" size="l" icon={ShoppingCart} busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}

interface OfferProps {
  item: Item;
  onBuy: (deal: Deal) => void;
}

function ForSale({ item, onBuy, needsGold }: OfferProps & { needsGold: boolean }) {
  const user = useUser();
  const { price, remaining, stock, gold_month } = item;
  const canBuy = user !== null && canBuyType({ verified: user.email_verified }, item.type.id);
  return (
    <>
      <div className={styles.row}>
        <CoinPrice price={price} large />
        {!user && <SignIn />}
        {user && !needsGold && canBuy && (
          <BuyButton onClick={() => onBuy(itemDeal(item))}>{price === 0 ? text.get : text.buy}</BuyButton>
        )}
        {needsGold && (
          <p className={styles.goldOnly}>
            <Crown aria-hidden />
            <TextLink standalone to="/gold">
              {text.goldOnly}
            </TextLink>
          </p>
        )}
      </div>
      {user && !needsGold && !canBuy && <VerifyToTrade kind="buy" />}
      {remaining !== null && stock !== null && <p className={styles.left}>{text.left(remaining, stock)}</p>}
      {gold_month && <p className={styles.hint}>{text.goldNow(itemCardText.month(gold_month))}</p>}
    </>
  );
}

/** A Limited that is no longer sold: the cheapest copy on offer. */
function ForResale({ item, onBuy }: OfferProps) {
  const user = useUser();
  const first = useQuery(queryFor(listingsRoute, { params: { id: item.id }, input: { page: 1 } }));
  const copy = first.data?.data[0];
  const price = copy?.price ?? item.lowest_price;
  const ended = item.stock !== null && item.sales_count >= item.stock ? text.soldOut : text.ended;
  if (price === null || first.data?.data.length === 0) {
    return (
      <>
        <p className={styles.title}>{ended}</p>
        <p className={styles.hint}>{text.noOffers}</p>
      </>
    );
  }
  return (
    <>
      <p className={styles.label}>
        {ended} · {text.cheapest}
      </p>
      <div className={styles.row}>
        <CoinPrice price={price} large />
        {user?.email_verified && (
          <BuyButton
            busy={first.isFetching && !copy}
            onClick={() => (copy ? onBuy(copyDeal(item, copy)) : void first.refetch())}
          >
            {text.buyCheapest}
          </BuyButton>
        )}
        {!user && <SignIn />}
      </div>
      {user && !user.email_verified && <VerifyToTrade kind="buy" />}
    </>
  );
}

function NotForSale({ item, hint }: { item: Item; hint: (month: string) => string }) {
  return (
    <>
      <p className={styles.title}>{text.offsale}</p>
      <p className={styles.hint}>{hint(itemCardText.month(item.gold_month ?? ""))}</p>
    </>
  );
}

export function DealPanel({ item, onBuy, panelRef }: OfferProps & { panelRef: Ref<HTMLElement> }) {
  const user = useUser();
  const now = useNow();
  const availability = itemAvailability(item, user, now);
  return (
    <section className={styles.deal} aria-label={text.deal} tabIndex={-1} ref={panelRef}>
      {availability === "owned" && item.copy && <OwnCopy item={item} copy={item.copy} />}
      {(availability === "sold" || availability === "gold") && (
        <ForSale item={item} onBuy={onBuy} needsGold={availability === "gold"} />
      )}
      {availability === "resold" && <ForResale item={item} onBuy={onBuy} />}
      {availability === "gold_later" && <NotForSale item={item} hint={text.goldLater} />}
      {availability === "gold_over" && <NotForSale item={item} hint={text.goldOver} />}
      {availability === "offsale" && <NotForSale item={item} hint={() => text.offsaleHint} />}
      <GoldMonthNote item={item} now={now} />
    </section>
  );
}
