import { useState } from 'react';

const TERMS = [3, 6, 9, 12, 18, 24];

/** Without an engine, rules, texts or looks: what React itself costs. */
export function BareCalculator() {
  const [amount, setAmount] = useState(3000);
  const [term, setTerm] = useState(12);
  return (
    <div>
      <button type="button" aria-label="less" onClick={() => setAmount(amount - 100)}>
        −
      </button>
      <output>S/ {amount}</output>
      <button type="button" aria-label="more" onClick={() => setAmount(amount + 100)}>
        +
      </button>
      <input
        type="range"
        aria-label="Monto"
        min={500}
        max={20_000}
        step={100}
        value={amount}
        onChange={(event) => setAmount(Number(event.target.value))}
      />
      {TERMS.map((choice) => (
        <button type="button" key={choice} aria-pressed={choice === term} onClick={() => setTerm(choice)}>
          {choice} meses
        </button>
      ))}
      <p>S/ {Math.round((amount * 1.4) / term)} al mes</p>
    </div>
  );
}
