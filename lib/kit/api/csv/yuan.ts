import { yuanOf } from '@/lib/kit/money'

/** An amount in a file, given in fen. Written in yuan with two decimals, and a number for spreadsheets. */
export class Yuan {
  constructor(private readonly fen: number) {}

  toString(): string {
    return yuanOf(this.fen)
  }
}
