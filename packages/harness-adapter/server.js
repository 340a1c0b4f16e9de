export { default } from './dist/server.js'
