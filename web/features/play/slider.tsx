import { useId } from "react";
import styles from "./settings-modal.module.css";

export interface SliderProps {
  label: string;
  value: number;
  range: readonly [number, number];
  step: number;
  format: (value: number) => string;
  onChange: (value: number) => void;
}

/** A number on a scale. */
export function Slider({ label, value, range: [min, max], step, format, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{format(value)}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
}
