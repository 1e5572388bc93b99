import type { Call } from '@ringback/client';
import { price, rest } from '../format/money.ts';

interface CostRow {
  label: string;
  amount: string;
  isTotal: boolean;
}

/** The parts of the cost of a call, and their sum. */
export function costRows({
  total_cost: total,
  carrier_cost: carrier,
}: Pick<Call, 'total_cost' | 'carrier_cost'>): CostRow[] {
  return [
    { label: 'Assistant', amount: price(rest(total, carrier)), isTotal: false },
    { label: 'Carrier', amount: price(carrier), isTotal: false },
    { label: 'Total', amount: price(total), isTotal: true },
  ];
}
