/// @file
/// @brief Has the library put a node of a tree where the harness has its frames.
/// Expected: 0
/// Says: outside of the program's own variables
#include <set>
std::_Rb_tree_node_base header, parent;
void attack() {
  parent._M_parent = &header;
  parent._M_left = parent._M_right = nullptr;
  parent._M_color = std::_S_black;
  header._M_parent = header._M_left = header._M_right = &parent;
  char* const frame = static_cast<char*>(__builtin_frame_address(0));
  std::_Rb_tree_insert_and_rebalance(true, reinterpret_cast<std::_Rb_tree_node_base*>(frame + 512), &parent, header);
}
// The solution stands here.
