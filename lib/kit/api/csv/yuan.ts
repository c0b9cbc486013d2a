import { yuanOf } from '@/lib/kit/money'

/** An amount in an exported file. Constructed from fen, and written as a number in yuan with two decimals. */
export class Yuan {
  constructor(private readonly fen: number) {}

  toString(): string {
    return yuanOf(this.fen)
  }
}
