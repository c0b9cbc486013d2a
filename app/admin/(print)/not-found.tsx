export { default } from '../(pages)/not-found'
