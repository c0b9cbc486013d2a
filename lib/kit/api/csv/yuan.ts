import { yuanOf } from '@/lib/kit/money'

/** An amount of fen in a file: yuan with two decimals, which is a number for spreadsheets. */
export class Yuan {
  constructor(private readonly fen: number) {}

  toString(): string {
    return yuanOf(this.fen)
  }
}
