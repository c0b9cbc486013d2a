import classes from './photos.module.css'

interface PhotoListProps {
  label: string
  urls: readonly string[]
  /** `number`: from 1. */
  textOf: (number: number) => string
}

export function PhotoList({ label, urls, textOf }: PhotoListProps) {
  if (urls.length === 0) return null
  return (
    <ul className={classes.list} aria-label={label}>
      {urls.map((url, at) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {/* biome-ignore lint/performance/noImgElement: an address that is valid for an hour */}
            <img src={url} alt={textOf(at + 1)} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
