'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import classes from './difference.module.css'
import { piecesOf, shortened, textOfHtml } from './html-pieces'

interface HtmlDifferenceProps {
  before: string
  after: string
  /** The text to show with its differences marked. By default, both are merged. */
  side?: 'before' | 'after'
}

export default function HtmlDifference({ before, after, side }: HtmlDifferenceProps) {
  const t = useTranslations('form.difference')
  const pieces = useMemo(() => piecesOf(textOfHtml(before), textOfHtml(after)), [before, after])
  if (pieces.every(({ kind }) => kind === 'same')) return before === after ? t('none') : t('formatting')
  const hidden = { before: 'added', after: 'removed' } as const
  const shown = pieces.filter(({ kind }) => side === undefined || kind !== hidden[side])
  return (
    <span className={classes.text}>
      {shown.map(({ text, kind }, index) => {
        const key = `${index} ${kind}`
        if (kind === 'removed') return <del key={key}>{text}</del>
        if (kind === 'added') return <ins key={key}>{text}</ins>
        const ends = { isFirst: index === 0, isLast: index === shown.length - 1 }
        return <span key={key}>{shortened(text, ends)}</span>
      })}
    </span>
  )
}
