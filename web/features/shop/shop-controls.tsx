import { SHOP_ORDERS, SHOP_SORTS } from "#domain/shop/rules.ts";
import type { ShopView } from "#domain/shop/view.ts";
import { SearchBox } from "#web/ui/search-box.tsx";
import styles from "./shop.module.css";
import { shopText } from "./text/shop.ts";

const named = <T extends string>(values: readonly T[]) =>
  values.filter((value): value is Exclude<T, ""> => value !== "");

/** Toggle buttons. At most one is pressed; pressing it again clears it. */
function Choices<T extends string>({
  label,
  values,
  names,
  value,
  onChoose,
}: {
  label: string;
  values: readonly T[];
  names: Record<Exclude<T, "">, string>;
  value: T;
  onChoose: (value: T | "") => void;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend className="sr-only">{label}</legend>
      {named(values).map((option) => (
        <button
          key={option}
          type="button"
          className={styles.choice}
          aria-pressed={option === value}
          onClick={() => onChoose(option === value ? "" : option)}
        >
          {names[option]}
        </button>
      ))}
    </fieldset>
  );
}

interface ControlsProps {
  view: ShopView;
  choose: (choice: Partial<ShopView>, replace?: boolean) => void;
}

/** The shop's search, sort and order. */
export function ShopControls({ view, choose }: ControlsProps) {
  return (
    <div className={styles.controls}>
      <div className={styles.search}>
        <SearchBox
          label={shopText.search}
          placeholder={shopText.searchPlaceholder}
          value={view.search}
          onSearch={(search, more) => choose({ search }, more)}
        />
      </div>
      <div className={styles.sorts}>
        <Choices
          label={shopText.sort}
          values={SHOP_SORTS}
          names={shopText.sorts}
          value={view.sort}
          onChoose={(sort) => choose({ sort })}
        />
        <Choices
          label={shopText.order}
          values={SHOP_ORDERS}
          names={shopText.orders}
          value={view.order}
          onChoose={(order) => choose({ order })}
        />
      </div>
    </div>
  );
}
