import { IconPoint } from '@tabler/icons-react'
import * as menuIcons from './menu-icons'

/** By Tabler's names in kebab case, as the database stores them: `book-2` is IconBook2. */
const icons = new Map(
  Object.entries(menuIcons).map(([component, Icon]) => [
    component
      .slice('Icon'.length)
      .replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-')
      .toLowerCase(),
    Icon,
  ]),
)

export const menuIconNames = [...icons.keys()]

/** A dot for an unknown name. Large, as it has all icons: pages use {@link MenuIcon}, rendered on the server. */
export function AnyIcon({ name, size = 18 }: { name: string; size?: number }) {
  const Icon = icons.get(name) ?? IconPoint
  return <Icon size={size} stroke={1.6} aria-hidden="true" focusable="false" />
}
